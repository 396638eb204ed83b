/** HTML with the traits of the programs that put it on the clipboard. All texts are our own. */

const word = (css: string, body: string) => `<html xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head>
<meta name=ProgId content=Word.Document><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument></w:WordDocument></xml><![endif]-->
<style><!-- /* Font Definitions */ @font-face {font-family:Wingdings;}
p.MsoNormal, li.MsoNormal {margin:0cm; mso-style-unhide:no; font-size:10.5pt;}
${css} --></style></head><body lang=ZH-CN style='tab-interval:21.0pt'><!--StartFragment-->
${body}<!--EndFragment--></body></html>`;

const wordItem = (level: number, marker: string, text: string, list = 0, font = '') =>
  `<p class=MsoListParagraph style='margin-left:${level * 21}.0pt;text-indent:-21.0pt;mso-list:l${list} level${level} lfo${list + 1}'><![if !supportLists]><span lang=EN-US style='${font}mso-bidi-font-family:Calibri'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>${text}<o:p></o:p></span></p>\n`;

const wordFormats = `@list l0:level1 {mso-level-start-at:3;}
@list l0:level2 {mso-level-number-format:alpha-lower;}
@list l1:level1 {mso-level-number-format:bullet; mso-level-text:\\F0D8; font-family:Wingdings;}
@list l2:level1 {mso-level-number-format:japanese-counting;}`;

export const wordLists = word(
  wordFormats,
  `<h2><a name="_Toc1">要求</a><o:p></o:p></h2>
${wordItem(1, '3.', '第三')}${wordItem(2, 'a)', '其一')}${wordItem(2, 'b)', '其二')}${wordItem(1, '4.', '第四')}
<p class=MsoNormal style='text-indent:21.0pt;mso-char-indent-count:2.0'><span style='font-family:宋体;color:black'>中间</span><o:p></o:p></p>
${wordItem(1, '5.', '第五')}
${wordItem(1, '\u00d8', '符号', 1, 'font-family:Wingdings;')}
${wordItem(1, '一、', '汉字', 2)}${wordItem(1, '二、', '汉字二', 2)}
<h3 style='mso-list:l3 level1 lfo4'><![if !supportLists]><span style='mso-list:Ignore'>1.1<span>&nbsp;&nbsp; </span></span><![endif]>标题</h3>`,
);

export const wordText = word(
  '',
  `<div class=WordSection1><p class=MsoNormal align=center style='text-align:center;mso-layout-grid-align:none'><b><span lang=EN-US style='font-size:16.0pt;mso-bidi-font-size:10.5pt;color:red'>通知</span></b></p>
<p class=MsoNormal><span class=SpellE style='mso-bookmark:_Hlk1'>茶</span><span style='background:yellow;mso-highlight:yellow'>园</span><a name="OLE_LINK1"></a><a href="#_Toc1">见上</a><a href="https://example.com/a"><span style='color:#0563C1'>见外</span></a><o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-yfti-tbllook:1184'><tr style='mso-yfti-irow:0;height:20pt'><td width=100 valign=top style='width:75.0pt;border:solid windowtext 1.0pt;mso-border-alt:solid windowtext .5pt;padding:0cm 5.4pt 0cm 5.4pt'><p class=MsoNormal>格<o:p></o:p></p></td></tr></table></div>`,
);

/** Items in `pre`, empty and hidden ones, markers without a sign after them, and paragraphs that go on with a list. */
export const wordItems = word(
  '',
  `${wordItem(1, '1.', '一')}${wordItem(1, '2.', '&nbsp;')}${wordItem(1, '3.', '藏').replace("style='", "style='display:none;")}${wordItem(1, '4.', '四').replace("style='", "style='text-align:center;")}
<p class=MsoNormal>间</p>
${wordItem(1, 'A', '甲', 1)}${wordItem(1, 'B', '乙', 1)}
<p class=MsoNormal>间</p>
${wordItem(1, '·', '预', 2, 'font-family:Symbol;').replace(/^<p/, '<pre').replace(/<\/p>/, '</pre>')}
<p class=MsoNormal>间</p>
<ol start=3 type=1><li class=MsoNormal style='mso-list:l3 level1 lfo4'>三<o:p></o:p></li></ol>${wordItem(2, 'a.', '其一', 3)}${wordItem(1, '4.', '后四', 3)}`,
);

const vml = (shape: string, image: string, data: string) =>
  `<!--[if gte vml 1]><v:shape id="${shape}" o:spid="_x0000_i1025" style='width:10pt'>${data}</v:shape><![endif]--><![if !vml]><img width=1 height=1 src="file:///C:/Users/u/AppData/Local/Temp/msohtmlclip1/01/${image}" ${shape === 'Picture_x0020_1' ? 'alt="茶园 照片"' : ''} v:shapes="${shape}"><![endif]>`;

/** Two pictures with a drawing between them, which is not in the RTF. */
export const wordPictures = word(
  '',
  `<p class=MsoNormal>甲${vml('Picture_x0020_1', 'clip_image001.png', '<v:imagedata src="file:///C:/clip_image001.png" o:title=""/>')}</p>
<p class=MsoNormal>乙${vml('Oval_x0020_2', 'clip_image002.png', '')}</p>
<p class=MsoNormal>丙${vml('Picture_x0020_3', 'clip_image003.jpg', '<v:imagedata src="file:///C:/clip_image003.jpg" o:title=""/>')}</p>`,
);

const hex = (bytes: number[]) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
export const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4];
export const jpeg = [0xff, 0xd8, 0xff, 0xe0, 5, 6, 7, 8, 9, 10, 11, 12];

/**
 * RTF as Word writes it: it holds each picture a second time for old programs, and those of the header and of a bullet,
 * too.
 */
export const wordRtf = `{\\rtf1\\ansi{\\*\\listpicture{\\pict\\pngblip ${hex(png)}}}{\\header {\\pict\\pngblip ${hex(png)}}}
{\\*\\shppict{\\pict{\\*\\picprop\\shplid1025{\\sp{\\sn shapeType}{\\sv 75}}}\\picscalex100\\pngblip\\bliptag-12{\\*\\blipuid
dac37b4e02955ea9310c3f7db0a91d7d}${hex(png).slice(0, 20)}\r\n${hex(png).slice(20)}}}{\\nonshppict{\\pict\\wmetafile8 010009000003${'00'.repeat(20)}}}
\\par {\\shp{\\*\\shpinst{\\sp{\\sn pib}{\\sv {\\pict\\jpegblip ${hex(jpeg)}}}}}{\\shprslt{\\pict\\wmetafile8 ${'00'.repeat(20)}}}}}`;

export const googleDocs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-7f"><p dir="ltr" style="line-height:1.38;margin-top:0pt;"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:700;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">粗</span><span style="font-size:11pt;font-weight:400;font-style:italic;text-decoration:underline;">斜</span></p><ol style="margin-top:0;"><li dir="ltr" aria-level="1" style="list-style-type:decimal;font-weight:400;"><p dir="ltr" role="presentation"><span style="font-weight:400;">一</span></p></li><ol style="margin-top:0;"><li dir="ltr" aria-level="2" style="list-style-type:lower-alpha;"><p dir="ltr" role="presentation"><span>甲</span></p></li></ol><li dir="ltr" aria-level="1" style="list-style-type:decimal;"><p dir="ltr" role="presentation"><span>二</span></p></li></ol></b><br class="Apple-interchange-newline">`;

export const libreOffice = `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><meta name="generator" content="LibreOffice 7.4 (Linux)"/><style type="text/css">@page { size: 21cm 29.7cm; margin: 2cm } p { margin-bottom: 0.25cm; background: transparent }</style></head><body lang="zh-CN" dir="ltr"><p class="western" align="center" style="line-height: 100%; margin-bottom: 0cm"><font face="Liberation Serif, serif"><font size="3">甲</font></font><img src="file:///tmp/lu1/a_html_1.png" name="图像1" align="bottom" width="10" height="10" border="0"/></p></body></html>`;

export const excel = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet><style><!--table {mso-displayed-decimal-separator:"\\.";}
td {padding-top:1px; color:black; font-size:11.0pt; font-weight:400; text-align:general; border:none; white-space:nowrap;}
.xl65 {font-weight:700; text-align:center; background:#FFC000; mso-pattern:black none;}
.xl66 {color:red; font-style:italic;}--></style></head><body><table border=0 cellpadding=0 cellspacing=0 width=128 style='border-collapse:collapse;width:96pt'><!--StartFragment--><col width=64 span=2 style='width:48pt'><tr height=20 style='height:15.0pt'><td height=20 class=xl65 width=64 style='height:15.0pt;width:48pt'>名</td><td class=xl66 width=64 x:num>5</td></tr><!--EndFragment--></table></body></html>`;

export const wpsSheet = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name="ProgId" content="Excel.Sheet"/><style><!--.et2{font-weight:700;background:#D0CECE;mso-pattern:auto none;}--></style></head><body><!--StartFragment--><table border=0 width=57 style='border-collapse:collapse;width:57.60pt;'><tr height=16><td class=et2 x:str height=16 width=57 style='height:16.80pt;width:57.60pt;'>名</td></tr></table><!--EndFragment--></body></html>`;

export const feishu = `<meta charset='utf-8'><div data-page-id="doxcn1" data-lark-html-role="root" data-docx-has-block-data="true"><h2 class="heading-2 ace-line old-record-id-a">标题</h2><div class="ace-line ace-line old-record-id-b">正文<strong>粗</strong></div><ul class="list-bullet1"><li class="ace-line" data-list="bullet"><div>一</div></li><li class="ace-line" data-list="bullet"><div>二</div></li></ul></div><span data-lark-record-data="{&quot;rootId&quot;:&quot;doxcn1&quot;,&quot;secret&quot;:&quot;未发布&quot;}" data-lark-record-format="docx/record" class="lark-record-clipboard"></span>`;

export const notion = `<meta charset='utf-8'><!-- notionvc: 4b67483a-fa95 --><h1>标题</h1><ul><li>一<ul><li>二</li></ul></li></ul><pre><code class="language-js">a()\n</code></pre>`;

export const weChat = `<section data-tools="135编辑器" data-role="outer" style="margin:10px 0;border-radius:8px;" class="js_darkmode__0 rich"><p style="text-align:center"><img class="rich_pages wxw-img" data-src="https://mmbiz.qpic.cn/a.png" src="data:image/svg+xml,%3Csvg%3E" data-ratio="0.5"></p><p data-pm-slice="1 1 []"><span leaf="">字</span></p></section>`;

/** Wraps a table as Excel does. */
export const sheet = (table: string) =>
  `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet></head><body>\r\n<!--StartFragment-->${table}<!--EndFragment--></body></html>`;
