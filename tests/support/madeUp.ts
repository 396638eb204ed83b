/** Records of kinds that the imported site does not have. */
export const content = {
  id: 1,
  title: '东坡炒青',
  col_id: 1,
  column_title: '青坞的茶',
  status: 1,
  version: 1,
  params: {},
};
export const product = {
  ...content,
  price: '38.00',
  stock: 36,
  size_ids: [],
  images: [],
  publish_time: '2026-10-01T02:00:00Z',
  skus: [{ size_id: null, sku: 'QW-01', price: '38.00', stock: 80, org_img: '' }],
};
export const pictureOf = (n: number) => ({
  url: `/upload/missing-${n}.png`,
  title: '清晨',
  intro: '雾还没散。',
  sort: n,
});
export const message = {
  id: 1,
  col_id: 1,
  name: '林先生',
  mobile: '13800001234',
  content: '周六想带孩子来茶园。',
  ip: '203.0.113.5',
  data: { topic: '参观' },
  is_read: 0,
  is_star: 0,
  reply: '',
  version: 1,
  create_time: '2026-10-15T02:00:00Z',
};
export const visit = (id: number, title: string, model: string) => ({
  id,
  title,
  model,
  user_id: 1,
  username: 'lina',
  col_id: 1,
  content_id: id,
  create_time: `2026-10-1${id}T0${id}:24:00Z`,
});
export const event = (id: number, level: string, name: string, message: string) => ({
  id,
  level,
  event: name,
  message,
  request_id: level === 'error' ? 'req-4f2a91' : '',
  create_time: `2026-10-1${id}T01:12:00Z`,
});
/** The beginning of an agreement, as the configuration has it. */
export const agreement = [
  { en_name: 'agreement_title', value: '用户服务协议' },
  {
    en_name: 'agreement_content',
    value: `<h2>一、服务内容</h2><p>本站为注册用户提供资讯浏览、产品订购与资料下载。</p>
      <h2>二、用户的权利与义务</h2><ol><li>提供真实的注册信息。</li><li>妥善保管账户与密码。</li></ol>`,
  },
];
export const shelf = { cid: 1, sid: 0, type: 'product', pid: null, org_img: '', sort: 0, version: 1 };
export const parameters = [
  { title: '产区', name: 'garden', type: 'choice', options: '东坡\n石门', required: 1 },
  { title: '风味', name: 'taste', type: 'choices', options: '栗香\n兰花香', required: 0 },
  { title: '有机', name: 'organic', type: 'flag', options: '', required: 0 },
  { title: '采摘于', name: 'picked', type: 'time', options: '', required: 0 },
].map((each, at) => ({ ...each, id: at + 1, cid: 1, sid: 0, value: '', sort: at, version: 1 }));

export const deleted = (id: number, entity: string, title: string, holds: object) => ({
  id,
  entity,
  title,
  holds,
  deleted_by: 'admin',
  deleted_at: '2026-10-15T08:09:10Z',
});

/** The secret and the recovery codes of a new second factor, which are shown only once. */
export const begunFactor = {
  uri: 'otpauth://totp/Site:admin?issuer=Site&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&period=30',
  recovery: Array.from({ length: 10 }, (_, at) => `k7m${at}q-w3x${at}p`),
};
