import { recruitment } from '../../contract/entities/recruitment.ts';
import { contentResource } from '../content/contentResource.tsx';

export const recruitmentResource = contentResource(recruitment, {
  replaces: { columns: ['title', 'department', 'end_time', 'status', 'publish_time'] },
  adds: {
    tabs: {
      job: {
        main: ['department', 'address', 'education', 'experience', 'job_type', 'number'],
        side: ['salary_min', 'salary_max', 'contact', 'phone', 'email', 'end_time'],
      },
    },
  },
});
