/** Texts of a content's SEO fields and of the check before publishing. */
export const contentFormZh = {
  seo: {
    length: '%{wide} / %{maxWide} 字',
    cut: '%{length}，搜索结果里会被截断',
    preview: '预览',
    previewHint:
      '大致效果，以各平台的实际显示为准。没有 SEO 标题时用标题，没有描述时用正文开头，没有分享图时用封面图。',
    baidu: '百度',
    google: 'Google',
    wechat: '微信分享',
  },
  check: {
    title: '发布前检查',
    asking: '正在检查…',
    links: '正在打开链接和图片，检查是否有效',
    fine: '没有发现问题',
    found: '%{smart_count} 处需要检查',
    ask: '点字段可以前往修改，也可以现在就发布。',
    publish: '仍然发布',
  },
};
