/** Around the text of contents: tags. */
export const tagsZh = {
  tags: {
    hint: '按回车、逗号、顿号或分号添加',
    title: '标签',
    search: '查找标签',
    none: '还没有标签。在内容的“标签”字段里添加后，会显示在这里。',
    noMatch: '没有匹配的标签',
    most: '只列出最常用的 %{n} 个，其余的请搜索',
    rename: '改名',
    merge: '合并',
    remove: '移除',
    newName: '“%{title}”的新名称',
    renameHint: '%{smart_count} 条内容里的这个标签都会改名',
    mergeHint: '已有“%{other}”（%{m} 条），%{smart_count} 条内容里的“%{title}”会并入它',
    removeHint: '从 %{smart_count} 条内容里移除“%{title}”，内容本身不受影响',
    changed: '已修改 %{smart_count} 条内容',
    close: '关闭',
  },
};
