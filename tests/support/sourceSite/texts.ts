/**
 * Bodies of our own writing, as PbootCMS's editor leaves them. They have what real ones are full of: lines that the
 * editor breaks, indents of spaces, styles of single words, classes, empty paragraphs and addresses of other sites.
 */
const indent = '&nbsp;&nbsp;&nbsp;&nbsp;';
const broken = (...paragraphs: string[]) =>
  paragraphs.map((text) => `<p>\r\n    ${indent}${text}\r\n</p>`).join('\r\n');

/** A text that several records share, because real sites repeat themselves. */
export const introduction = broken(
  '<span style="font-size: 18px;">青禾陶社在山脚下守着一座\r\n 三代人用过的柴窑，从揉泥、\r\n拉坯到上釉、烧成都在一个院子里。我们只做日常用得上的器物：茶壶、盖碗、花瓶和饭碗，不追求数量，也不做两件一样的东西。</span>',
  '1、泥料取自本地山坡，露天存放三年以上才用；',
  '2、釉料全部自配，草木灰来自院子里修剪下来的果枝；',
  '3、每年开窑六次，每次烧制三天三夜；',
  '4、作品支持定制，款识可以按客人的意思刻写。',
);

export const pages = {
  contact:
    '<p>网店地址：<a href="http://www.qinghe.example">www.qinghe.example</a><br/></p><p>电话预约： 0000-12345678</p><p><br/></p>' +
    '<p>工坊全年开放，周一休窑。来之前请先打电话，<strong>开窑的三天不接待参观。</strong></p><p><br/></p><p>从车站到这里有三种走法：</p>' +
    '<p>坐乡村巴士到桥头站，沿河走十分钟；</p><p>骑车沿绿道一路上坡；</p><p>自驾请停在村口，巷子里掉不了头^_^</p>',
  opening:
    '<p style="text-indent: 2em; text-align: left;">【<strong>陶社讯</strong>】入冬的第一窑在凌晨点火，窑工说今年的松木比往年干，火色起得快。到第三天傍晚，观火孔里已经看得见流动的釉光。</p>' +
    '<p class="detailPic"><img src="/static/upload/image/20180413/1523583403755896.jpeg"/></p>' +
    '<p style="text-indent: 2em; text-align: center;">点火后的第二个夜晚</p>' +
    '<p style="text-indent: 2em; text-align: left;">龙窑依坡而建，热气自己会往上走，所以不用风箱。&ldquo;一座窑烧多久，看的是人有没有耐心。&rdquo;老师傅说。</p>' +
    '<p style="text-indent: 2em;"><img src="/static/upload/image/20180413/1523583018133454.png" title="窑温曲线" alt="窑温曲线"/></p>',
  bowl:
    '<p>这只碗出窑的时候有一点歪。主人没有把它砸掉，他说歪的那一边正好放拇指。</p>' +
    '<p><strong>“能用”是他判断一件器物的第一个标准，也常常是最后一个。</strong></p>' +
    '<p><img src="https://pictures.example/2018/0411/bowl.jpg"/></p><p><strong>壹</strong></p>' +
    '<p>作坊里有四百多只碗等着修底。修一只要七分钟，修坏了就回到泥里去，&nbsp;没有人觉得可惜。</p>' +
    '<p><br/></p><p><strong>贰</strong></p><p>三个月以后，这只碗出现在城里一家面馆的桌上 &amp; 没有人知道它是从哪里来的。</p>',
  museum:
    '<p>青禾通讯 4月11日发自窑口</p><p>杯子卖得好，并不是因为它便宜。</p>' +
    '<p>博物馆的商店开门第一天，排队的人从展厅门口一直站到了停车场。</p><p>&nbsp;</p>' +
    '<table><tbody><tr class="firstRow"><td width="120" valign="top">月份</td><td width="120" valign="top">售出</td></tr>' +
    '<tr><td>三月</td><td>320</td></tr><tr><td>四月</td><td>1 150</td></tr></tbody></table><p>数字来自馆方的公告。</p>',
  openDay:
    `<p>${indent}<span style="font-size: 18px;">工坊每月最后一个周日开放，先到院子里领一块泥，\r\n 再去转盘边排队。</span></p>` +
    `<p>${indent}1、穿不怕脏的衣服，长头发请扎起来；</p><p>${indent}2、孩子由大人陪着上转盘；</p>` +
    `<p>${indent}3、做好的东西要等下一窑才烧，到时候寄给你。</p>`,
  thrower:
    '<p><strong>岗位职责：</strong></p><p>1、按图样拉制茶具、餐具的坯体；</p><p>2、修坯、接把、刻款；</p><p>3、带一名学徒。</p><p>&nbsp;</p>' +
    '<p><strong>岗位要求：</strong></p><p>1、有三年以上拉坯经验，会看泥；</p><p>2、坐得住，手稳；</p><p>说明：开窑期间随窑休息。</p>',
  shop:
    '<p><strong><span style=";font-family:宋体">岗位职责： </span></strong></p><p>1、 负责网店的上新与客服；</p><p>2、 拍照,修图，写商品介绍；</p><p><br/></p>' +
    '<p><strong><span style=";font-family:宋体">任职要求： </span></strong></p><p>1、 打字快，脾气好；</p><p>2、 知道青瓷和白瓷怎么分。</p>',
  engineer:
    '<p style="line-height: 150%"><strong><span style="font-size:16px;line-height: 150%;font-family:宋体">岗位职责：</span></strong></p>' +
    '<p>1、维护电窑与气窑的温控；</p><p>2、记录每一窑的升温曲线并归档；</p>' +
    '<p style="line-height:150%"><span style="font-size: 16px;line-height:150%">&nbsp;</span></p>' +
    '<p style="line-height: 150%"><strong><span style="font-size:16px;line-height: 150%;font-family:宋体">岗位要求：</span></strong></p><p>1、持电工证；</p><p>2、夜班轮换。</p>',
};
