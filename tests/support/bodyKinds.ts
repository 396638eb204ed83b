/** Bodies as other editors and systems write them, one of each kind; all texts are our own. */
export const bodyKinds: Record<string, string> = {
  'WordPress, classic, with line breaks in the source':
    '<p>Our <strong>new</strong> shop is open.</p>\r\n<p>Come and <a href="/visit" target=\'_blank\'>see</a> it.</p>\r\n\r\n<h2>Hours</h2>\r\n<ul>\r\n\t<li>Mon</li>\r\n\t<li>Tue</li>\r\n</ul>\r\n',
  'WordPress blocks, with their comments':
    '<!-- wp:paragraph -->\n<p>First</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:image {"id":7} -->\n<figure class="wp-block-image size-large"><img src="/a.jpg" alt="" class="wp-image-7"/><figcaption>Tea</figcaption></figure>\n<!-- /wp:image -->\n\n<!-- wp:paragraph -->\n<p>Last</p>\n<!-- /wp:paragraph -->',
  'WordPress columns':
    '<div class="wp-block-columns"><div class="wp-block-column" style="flex-basis:33.33%"><p>Left</p></div>\n\n<div class="wp-block-column"><p>Right</p>\n<p>More</p></div></div>\n<p>After</p>',
  'WordPress embed':
    '<p>See</p>\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n<iframe title="Film" width="500" height="281" src="https://www.youtube.com/embed/abc" frameborder="0" allowfullscreen></iframe>\n</div></figure>\n<p>After</p>',
  'WordPress details':
    '<p>Ask</p><details class="wp-block-details"><summary>How?</summary><p>So.</p></details><p>After</p>',
  'WordPress button':
    '<p>Buy</p><div class="wp-block-button"><a class="wp-block-button__link" href="/buy" style="border-radius:8px">Now</a></div>',
  'WordPress gallery with shortcode': '[gallery ids="1,2"]\n<p>Text</p>\n[/caption]',
  'EyouCMS, UEditor picture':
    '<p style="text-indent:2em"><span style="font-size: 16px; font-family: 微软雅黑, &quot;Microsoft YaHei&quot;;">公司成立</span></p><p style="text-align:center"><img src="/uploads/a.jpg" title="a" alt=" 图" style="max-width:100%!important;height:auto!important;"/></p>',
  'EyouCMS, table':
    '<p>参数</p><table width="100%" border="1" cellspacing="0" cellpadding="0"><tbody><tr class="firstRow"><td width="120" valign="top" style="word-break: break-all;">型号</td><td>X1</td></tr><tr><td>重量</td><td>3 kg<br/></td></tr></tbody></table><p><br/></p>',
  'EyouCMS, table with a row that is too short':
    '<p>前</p><table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table><p>后</p>',
  'PbootCMS, loose text': '公司简介<br/>电话：010<br />\n<p>正文</p>\n传真',
  'PbootCMS, fonts':
    '<p><font color="#ff0000" size="4">红<b>字</b></font> 与 <font face="宋体">宋体</font></p><p>后</p>',
  'PbootCMS, an element that is never closed': '<p>一<p>二<ul><li>甲<li>乙</ul><p>三',
  'WeChat, nested sections':
    '<section data-role="outer" style="box-sizing:border-box;"><section style="margin:10px 0;display:flex;justify-content:center;"><section style="border-radius:8px;box-shadow:0 2px 6px rgba(0,0,0,.2);padding:8px;"><p style="margin:0"><span leaf="">第一段</span></p><p>第二段</p></section></section><section><p>第三段</p></section></section>',
  'WeChat, written by ProseMirror':
    '<section data-pm-slice="0 0 []" style="margin:0;"><p data-pm-slice="1 1 []"><span leaf="">开头</span></p></section><p>结尾</p>',
  'WeChat, drawn ornament':
    '<section><svg viewBox="0 0 10 10" style="width:10px"><path d="M0 0h10v10z" fill="#c00"></path></svg></section><section><p>正文</p></section>',
  'WeChat, card of an account':
    '<p>关注</p><section><mp-common-profile data-id="x" data-nickname="茶园"></mp-common-profile></section><p>正文</p>',
  'WeChat, background picture':
    '<section style="background-image:url(&quot;https://mmbiz.qpic.cn/a.png&quot;);background-size:cover;min-height:80px;"><p style="opacity:0.8">字</p></section><p>后</p>',
  '135editor, a box in a link':
    '<section class="_135editor" data-id="1"><a href="/a" style="text-decoration:none"><section style="border:1px solid #c00;"><p>卡片</p></section></a></section><section class="_135editor"><p>正文</p></section>',
  '135editor, gradient':
    '<section style="background:linear-gradient(90deg, #f00 0%, rgba(0,0,255,.5) 100%);"><p>渐变</p></section><p>后</p>',
  '135editor, a paragraph in a span': '<section><span style="color:#c00"><p>红</p></span><p>黑</p></section><p>后</p>',
  '135editor, line feeds that a style shows':
    '<p style="white-space: pre-wrap;">\n\t<span style="margin-left:10px;">选项</span>\n\t二\n\t</p>',
  '135editor, a title in the border of a box':
    '<fieldset style="border:1px solid #c00;padding:8px;"><legend style="margin:0 auto;"><span>标题</span></legend><section class="135brush"><p>正文</p></section></fieldset>',
  'Word, form lines':
    '<p>姓名：<span style="display:inline-block;width:120px;border-bottom:1px solid #000"> </span> 日期：<span style="display:inline-block;width:80px;border-bottom:1px solid #000"> </span></p><p>签字</p>',
  'Word, check boxes':
    '<p><span style="display:inline-block;width:12px;height:12px;border:1px solid #000"> </span> 是 <span class="box"> </span> 否</p>',
  'Word, left-over classes':
    '<p class="MsoNormal" style="margin-left:0.74cm;text-indent:0.5in"><a name="_Toc1"></a>条款<o:p></o:p></p><p>后</p>',
  'Word, a list in a list': '<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul><p>后</p>',
  'Google Docs wrapper':
    '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr">一</p><p dir="ltr">二</p></b>',
  LibreOffice:
    '<p style="margin-bottom: 0cm; line-height: 100%" align="center"><font face="Liberation Serif"><font size="3">甲</font></font></p>\n<ol>\n\t<li><p>一</p></li>\n\t<li><p>二</p></li>\n</ol>',
  Feishu:
    '<div data-page-id="x" data-docx-has-block-data="true"><h2 class="heading-2">标题</h2><div class="ace-line" data-zone-id="0">正文</div></div>',
  'notes over characters': '<p>读<ruby>茶<rp>(</rp><rt>chá</rt><rp>)</rp></ruby>经</p><p>后</p>',
  'a picture for each width':
    '<p>图</p><p><picture><source srcset="/a.webp" type="image/webp"><img src="/a.jpg" alt=""></picture></p><p>后</p>',
  'a map':
    '<p>地址</p><p style="text-align:center"><iframe src="https://map.baidu.com/x" width="100%" height="300"></iframe></p><p>后</p>',
  'a frame in a line of text': '<p>看 <iframe src="https://player.bilibili.com/player.html?bvid=1"></iframe> 吧</p>',
  'a film with its sources':
    '<p><video src="/a.mp4" controls="controls" poster="/a.jpg"><source src="/a.webm"/></video></p><p>后</p>',
  code: '<pre class="brush:php;">\n\n&lt;?php\n\techo 1;\n</pre><p>后</p>',
  definitions: '<dl>\n<dt>甲</dt>\n<dd>第一</dd>\n</dl>\n<p>后</p>',
  'a form': '<p>前</p><form action="/x"><input name="q"> <button>找</button></form><p>后</p>',
  'a script': '<p>前</p><script>let a = "<p>b</p>";</script><style>p > b { color: red }</style><p>后</p>',
  'a handler': '<p onclick="a()">前</p><div onmouseover="b()"><p>中</p><p>里</p></div><p>后</p>',
  'tags in capitals, attributes without quotes':
    '<P ALIGN=center>前</P>\n<DIV CLASS=a><IMG SRC=/a.jpg WIDTH=10></DIV><p>后</p>',
  'a text without a tag': '只有文字 &amp; 实体&nbsp;',
  'formatting that is closed in the wrong order': '<p>前</p><p><b>粗<i>斜</b>体</i></p><p>后</p>',
};
