import { user } from '../../contract/entities/user.ts';
import { resource } from '../declaration/resource.ts';

export const userResource = resource(user, {
  list: {
    columns: ['username', 'avatar', 'nickname', 'mobile', 'level', 'score', 'status', 'reg_time', 'last_login'],
    filters: ['status', 'level', 'gender'],
  },
  form: {
    tabs: {
      base: {
        main: ['username', 'nickname', 'mobile', 'email', 'remark'],
        side: ['avatar', 'gender', 'birthday', 'level', 'score', 'status', 'sort'],
      },
    },
  },
  record: { related: { history: 'user_id', collect: 'user_id', down_record: 'user_id' } },
});
