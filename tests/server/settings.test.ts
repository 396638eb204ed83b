import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { StartError } from '../../server/core/errors.ts';
import { readSettings } from '../../server/core/settings.ts';

describe('The settings', () => {
  test('have a value each where the environment is empty', () => {
    expect(readSettings({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      dataDir: resolve('data'),
      databaseUrl: undefined,
      logLevel: 'info',
      adminUsername: 'admin',
      adminPassword: undefined,
      sampleSite: true,
      exampleSite: true,
      trustProxy: [],
      corsOrigins: [],
      apiHost: '',
      smsConsole: false,
      databasePool: 10,
    });
    const empty = {
      PORT: '',
      DATABASE_URL: '',
      ADMIN_PASSWORD: '',
      SAMPLE_SITE: '',
      TRUST_PROXY: '',
      CORS_ORIGINS: ' , ',
    };
    expect(readSettings(empty)).toEqual(readSettings({}));
  });

  test('are taken as they are given', () => {
    const given = {
      HOST: '::',
      PORT: '80',
      DATA_DIR: '/srv/data',
      DATABASE_URL: 'postgresql://a:b@c:5432/d',
      READ_DATABASE_URL: 'postgresql://a:b@e:5432/d',
      DATABASE_POOL: '25',
      LOG_LEVEL: 'warn',
      ADMIN_USERNAME: 'root',
      ADMIN_PASSWORD: 'ten letters',
      SAMPLE_SITE: '0',
      TRUST_PROXY: '10.0.0.1, 10.0.0.0/8,::1,fd00::/8',
      CORS_ORIGINS: 'https://a.example,http://b.example:8080',
      API_HOST: 'https://api.example:8443',
      SMS_CONSOLE: '1',
    };
    expect(readSettings(given)).toEqual({
      host: '::',
      port: 80,
      dataDir: '/srv/data',
      databaseUrl: given.DATABASE_URL,
      logLevel: 'warn',
      readDatabaseUrl: given.READ_DATABASE_URL,
      databasePool: 25,
      adminUsername: 'root',
      adminPassword: 'ten letters',
      sampleSite: false,
      exampleSite: false,
      trustProxy: ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'],
      corsOrigins: ['https://a.example', 'http://b.example:8080'],
      apiHost: 'https://api.example:8443',
      smsConsole: true,
    });
  });

  test.each([
    ['DATABASE_POOL', ['many', '1', '201', '-5', '4.5'], 'a number from 2 to 200'],
    ['PORT', ['http', '0', '65536', '-1', '80.5', '1e3'], 'a number from 1 to 65535'],
    [
      'TRUST_PROXY',
      ['1', 'true', '10.0.0', '10.0.0.0/0', '10.0.0.0/33', '::/129', '10.0.0.0/8/8'],
      'addresses or networks',
    ],
    ['CORS_ORIGINS', ['*', 'null', 'https://a.example/', 'a.example', 'https://a.example/x'], 'origins, separated'],
    ['API_HOST', ['a.example', 'https://a.example/', 'https://a.example/api', 'ftp://a.example'], 'scheme and host'],
    ['SAMPLE_SITE', ['yes', 'true', '2'], 'one of 0, 1'],
    ['LOG_LEVEL', ['loud', 'INFO'], 'one of fatal, error'],
    ['ADMIN_USERNAME', ['ab', 'x'.repeat(33), ' admin', 'admin ', 'ad  min'], '3 to 32 characters, with no space at'],
  ])('%s takes nothing else, and says so in one sentence', (name, values, wanted) => {
    for (const value of values) {
      const read = () => readSettings({ [name]: value });
      expect(read, value).toThrow(StartError);
      expect(read, value).toThrow(`${name} is "${value}", but must be ${wanted}`);
    }
  });

  test('do not repeat a secret in a complaint', () => {
    const secret = '0123456789abcdef'.repeat(2);
    expect(readSettings({ SECRET_KEY: secret }).secretKey).toBe(secret);
    // A6: nor are those taken that are no random key.
    for (const [SECRET_KEY, flaw] of [
      ['sesame', 'has 6 characters, but must have at least 32'],
      ['a'.repeat(64), 'has 1 different characters, but must have at least 8'],
      ['0123456'.repeat(9), 'has 7 different characters, but must have at least 8'],
      [`${secret}\0`, 'holds bytes that are no text'],
    ])
      expect(() => readSettings({ SECRET_KEY }), SECRET_KEY).toThrow(
        new StartError(`SECRET_KEY ${flaw}. Take one at random: openssl rand -hex 32.`),
      );
    expect(() => readSettings({ ADMIN_PASSWORD: 'sesame' })).toThrow(
      /^ADMIN_PASSWORD must have 10 to 128 characters\.$/,
    );
    for (const DATABASE_URL of ['mysql://root:sesame@db/x', 'root:sesame@db', 'postgres://root:sesame@db:port/x'])
      expect(() => readSettings({ DATABASE_URL })).toThrow(
        /^DATABASE_URL must look like postgres:\/\/user:password@host:5432\/name\.$/,
      );
    expect(() => readSettings({ READ_DATABASE_URL: 'postgres://root:sesame@db/x' })).toThrow(
      /^READ_DATABASE_URL is a replica of DATABASE_URL: set that too\.$/,
    );
  });
});
