import { expect, it } from 'vitest'
import { readSettings, SettingsError } from '#server/hosts/node/settings.ts'

it('works without any variable, on this machine only', () => {
  const { trustedProxies, ...settings } = readSettings({})
  expect(trustedProxies.rules).toEqual([])
  expect(settings).toEqual({
    port: 4310,
    host: '127.0.0.1',
    dataDirectory: './data',
    durability: 'power',
    databaseUrl: undefined,
    natsUrl: undefined,
    files: undefined,
    appDirectory: './dist/app',
    codeWebhookUrl: undefined,
    certificate: undefined,
    publicUrl: undefined,
    showsCodesInPage: false,
    brand: { key: 'default' },
    brandDirectory: undefined,
    hostOrigins: [],
    maxConnections: 10_000,
    drainFor: 0,
    maxGroupMembers: 500,
    metrics: undefined,
    push: { contact: 'mailto:operator@example.com', isLocalAllowed: false },
  })
})

it('reads the environment variables', () => {
  const settings = readSettings({
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: '/srv/chat',
    DURABILITY: 'process',
    NATS_URL: 'nats://nats.example:4222',
    DATABASE_URL: 'postgresql://chat:secret@db.example/chat',
    CODE_WEBHOOK_URL: 'https://codes.example/send',
    TLS_CERT: 'cert.pem',
    TLS_KEY: 'key.pem',
    MAX_CONNECTIONS: '500',
    MAX_GROUP_MEMBERS: '200',
    METRICS_PORT: '9464',
    BRAND_KEY: 'tide',
    BRAND_NAME: 'Tide',
    BRAND_THEME: 'tide',
    PUSH_CONTACT: 'https://chat.example/contact',
    EMBED_ORIGINS: 'https://a.example, http://localhost:8080',
  })
  expect(settings).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    dataDirectory: '/srv/chat',
    durability: 'process',
    natsUrl: 'nats://nats.example:4222',
    databaseUrl: 'postgresql://chat:secret@db.example/chat',
    drainFor: 10_000,
    codeWebhookUrl: 'https://codes.example/send',
    certificate: { certFile: 'cert.pem', keyFile: 'key.pem' },
    maxConnections: 500,
    maxGroupMembers: 200,
    metrics: { host: '127.0.0.1', port: 9464 },
    brand: { key: 'tide', name: 'Tide', theme: 'tide' },
    push: { contact: 'https://chat.example/contact', isLocalAllowed: false },
    hostOrigins: ['https://a.example', 'http://localhost:8080'],
  })
})

it('reads where files are: a shared folder, or a bucket by the variables that Amazon documents', () => {
  const credentials = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
  const read = (variables: Record<string, string>) => readSettings({ ...credentials, ...variables }).files
  expect(read({ FILES_URL: 'file:///srv/chat%20files' })).toEqual({
    kind: 'directory',
    directory: '/srv/chat files',
  })
  const bucket = { kind: 's3', accessKeyId: 'key', secretAccessKey: 'secret' }
  expect(read({ FILES_URL: 's3://chat.example/files/2' })).toEqual({
    ...{ ...bucket, region: 'us-east-1' },
    address: 'https://s3.us-east-1.amazonaws.com/chat.example/files/2/',
  })
  const other = { AWS_ENDPOINT_URL_S3: 'http://minio:9000/', AWS_REGION: 'eu-1', AWS_SESSION_TOKEN: 'token' }
  expect(read({ FILES_URL: 's3://chat/', ...other })).toEqual({
    ...{ ...bucket, region: 'eu-1', sessionToken: 'token' },
    address: 'http://minio:9000/chat/',
  })
})

it.each([
  ['https://chat.example', 'https://chat.example'],
  ['https://Chat.example:443/', 'https://chat.example'],
  ['http://localhost:8080', 'http://localhost:8080'],
])('reads the address %s at which people reach the server', (PUBLIC_URL, publicUrl) => {
  expect(readSettings({ PUBLIC_URL })).toMatchObject({ publicUrl })
})

it('reads a brand from its directory, and single variables before it [THEME-02]', () => {
  const { brand, brandDirectory } = readSettings({ BRAND_DIR: 'brands/harbour', BRAND_THEME: 'slate' })
  expect(brand).toMatchObject({ key: 'harbour', name: 'Harbour', theme: 'slate' })
  expect(brandDirectory).toBe('brands/harbour')
})

it.each([
  [{ EMBED_ORIGINS: 'https://a.example https://b.example/path' }, 'EMBED_ORIGINS has https://b.example/path'],
  [{ EMBED_ORIGINS: '*' }, 'EMBED_ORIGINS has *'],
  [{ BRAND_DIR: 'brands/missing' }, 'BRAND_DIR=brands/missing'],
  [{ DATABASE_URL: 'mysql://db.example/chat' }, 'DATABASE_URL does not begin with postgres://'],
  [{ NATS_URL: 'nats://chat:secret@nats.example:port' }, 'NATS_URL is not a valid address'],
  [{ PUBLIC_URL: 'chat.example' }, 'PUBLIC_URL is not an origin'],
  [{ PUBLIC_URL: 'ftp://chat.example' }, 'PUBLIC_URL is not an origin'],
  [{ PUBLIC_URL: 'https://chat.example/app' }, 'PUBLIC_URL is not an origin'],
  [{ PUBLIC_URL: 'https://me:secret@chat.example' }, 'PUBLIC_URL is not an origin'],
  [{ PUBLIC_URL: 'http://chat.example' }, 'PUBLIC_URL begins with http://'],
  [{ FILES_URL: '/srv/files' }, 'FILES_URL does not begin with file:// or s3://'],
  [{ FILES_URL: 'file:files' }, 'FILES_URL is not the address of an absolute path'],
  [{ FILES_URL: 's3://' }, 'FILES_URL is not a bucket'],
  [{ FILES_URL: 's3://chat/../other' }, 'FILES_URL is not a bucket'],
  [{ FILES_URL: 's3://key:secret@chat' }, 'FILES_URL is not a bucket'],
  [{ FILES_URL: 's3://chat' }, 'FILES_URL=s3:// needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
  [
    {
      ...{ FILES_URL: 's3://chat', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' },
      AWS_ENDPOINT_URL: 'minio:9000',
    },
    'AWS_ENDPOINT_URL_S3 is not an http or https address',
  ],
  [{ HOST: '0.0.0.0' }, 'CODE_WEBHOOK_URL'],
  [{ HOST: 'chat.example' }, 'CODE_WEBHOOK_URL'],
  [{ HOST: '0.0.0.0', CODE_WEBHOOK_URL: 'ftp://codes.example' }, 'CODE_WEBHOOK_URL'],
  [{ CODE_WEBHOOK_URL: 'nonsense' }, 'CODE_WEBHOOK_URL'],
  [{ PORT: '-1' }, 'PORT=-1'],
  [{ PORT: '70000' }, 'PORT=70000'],
  [{ PORT: 'http' }, 'PORT=http'],
  [{ DURABILITY: 'full' }, 'DURABILITY=full'],
  [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS=-1'],
  [{ DRAIN_SECONDS: 'long' }, 'DRAIN_SECONDS=long'],
  [{ MAX_CONNECTIONS: '0' }, 'MAX_CONNECTIONS=0'],
  [{ MAX_CONNECTIONS: 'many' }, 'MAX_CONNECTIONS=many'],
  [{ MAX_GROUP_MEMBERS: '-1' }, 'MAX_GROUP_MEMBERS=-1'],
  [{ TLS_CERT: 'cert.pem' }, 'TLS_KEY'],
  [{ PUSH: 'yes' }, 'PUSH=yes'],
  [{ PUSH: 'local', HOST: '0.0.0.0', CODE_WEBHOOK_URL: 'https://codes.example/send' }, 'PUSH=local'],
  [{ PUSH_CONTACT: 'operator' }, 'PUSH_CONTACT'],
  [{ SHOW_CODES: 'yes' }, 'SHOW_CODES=yes'],
  [{ SHOW_CODES: 'page', HOST: '0.0.0.0', CODE_WEBHOOK_URL: 'https://codes.example/send' }, 'HOST=0.0.0.0'],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, '10.0.0.0/33'],
  [{ TRUSTED_PROXIES: '10.0.0.1, proxy.example' }, 'proxy.example'],
  [{ TRUSTED_PROXIES: '10.0.0.1/' }, '10.0.0.1/'],
])('rejects %j with one line that names the mistake', (variables, named) => {
  const read = () => readSettings(variables)
  expect(read).toThrow(SettingsError)
  expect(read).toThrow(named)
  expect(read).not.toThrow('\n')
})

it.each(['localhost', '127.0.0.1', '::1'])('needs no webhook on %s', (HOST) => {
  expect(readSettings({ HOST }).host).toBe(HOST)
})

it('has no push notifications once they are off, and sends them to this machine for tests only', () => {
  expect(readSettings({ PUSH: 'off' }).push).toBeUndefined()
  expect(readSettings({ PUSH: 'local' }).push).toMatchObject({ isLocalAllowed: true })
  expect(readSettings({ PUSH: 'on' }).push).toMatchObject({ isLocalAllowed: false })
})
