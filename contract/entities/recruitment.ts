import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { int, money, text, time } from '../fields.ts';
import { patterns } from '../formats.ts';
import { contentFields, contentList } from './content.ts';

/** A job posting. Existing clients add one by GET. */
export const recruitment = entity('recruitment', {
  title: '招聘',
  screen: '/content',
  menu: { group: 'content', icon: 'recruitment' },
  label: 'title',
  model: 'recruitment',
  recycle: true,
  newestFirst: true,
  fields: {
    ...contentFields('recruitment'),
    department: text(60),
    address: text(60),
    education: text(60),
    experience: text(60),
    job_type: text(60),
    salary_min: money(),
    salary_max: money({ atLeast: 'salary_min' }),
    number: int({ min: 0 }),
    contact: text(60),
    phone: text(60),
    email: text(120, { pattern: patterns.email }),
    end_time: time({ sortable: true }),
  },
  calls: {
    list: contentList('recruitment'),
    create: get('base.content/addRecruitment', { also: 'POST' }),
    update: post('base.content/editRecruitment'),
    delete: post('base.content/deleteRecruitment'),
  },
});
