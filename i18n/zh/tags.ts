/** Around the text of contents: tags. */
export const tagsZh = {
  tags: {
    hint: '按回车、逗号、顿号或分号添加',
    title: '标签',
    search: '查找标签',
    none: '还没有标签。在内容的“标签”里写上就有了。',
    noMatch: '没有含这些字的标签',
    most: '只列出最常用的 %{n} 个，其余的请查找',
    rename: '改名',
    merge: '合并',
    remove: '移除',
    newName: '“%{title}”的新名称',
    renameHint: '%{n} 条内容里的这个标签都会改名',
    mergeHint: '已有“%{other}”（%{m} 条），%{n} 条内容里的“%{title}”会并入它',
    removeHint: '从 %{n} 条内容里移除“%{title}”，内容本身不受影响',
    changed: '已修改 %{n} 条内容',
    close: '关闭',
  },
};
