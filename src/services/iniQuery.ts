import { ini } from '../../contract/calls/auth.ts';
import { features, http } from './services.ts';

/** What the back end tells of itself, and from where the features are learned; asked for once at the start. */
export const iniQuery = {
  queryKey: ['ini'],
  queryFn: async () => {
    const told = await http.call(ini);
    features.learn(told?.extensions);
    return { sms: Number(told?.sms) };
  },
};
