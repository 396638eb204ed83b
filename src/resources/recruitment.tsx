import { recruitment } from '../../contract/entities/recruitment.ts';
import { contentResource } from '../content/contentResource.ts';

export const recruitmentResource = contentResource(recruitment, {
  list: ['title', 'department', 'end_time', 'status', 'publish_time'],
  tabs: {
    job: {
      main: ['department', 'address', 'education', 'experience', 'job_type', 'number'],
      side: ['salary_min', 'salary_max', 'contact', 'phone', 'email', 'end_time'],
    },
  },
});
