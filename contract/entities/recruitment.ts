import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { int, money, text, time } from '../fields.ts';
import { patterns } from '../formats.ts';
import { contentEntity, contentFields, contentList } from './content.ts';

export const recruitment = entity('recruitment', {
  title: '招聘',
  ...contentEntity('recruitment'),
  fields: {
    ...contentFields('recruitment'),
    department: text(60, { public: true }),
    address: text(60, { public: true }),
    education: text(60, { public: true }),
    experience: text(60, { public: true }),
    job_type: text(60, { public: true }),
    salary_min: money({ public: true }),
    salary_max: money({ atLeast: 'salary_min', public: true }),
    number: int({ min: 0, public: true }),
    contact: text(60, { public: true }),
    phone: text(60, { public: true }),
    email: text(120, { pattern: patterns.email, public: true }),
    end_time: time({ sortable: true, public: true }),
  },
  calls: {
    list: contentList('recruitment'),
    create: get('base.content/addRecruitment', { also: 'POST' }),
    update: post('base.content/editRecruitment'),
    delete: post('base.content/deleteRecruitment'),
  },
});
