import { formatter } from '@lingui/format-po'

const areas = [
  'common',
  'account',
  'errors',
  'auth',
  'legal',
  'preserved-outbox',
  'messages',
  'conversation',
  'composer',
  'around',
  'forward',
  'groups',
  'report',
  'media',
  'stickers',
  'codes',
  'collections',
  'commands',
  'contact',
  'search',
  'tags',
  'typing',
  'my',
  'messaging-settings',
  'diagnostics',
  'installation',
  'demo',
  'inspection',
]

/** Catalogs are written by hand, one file an area and language; ids are explicit keys. */
export default {
  locales: ['en-US', 'zh-CN', 'zh-TW', 'vi-VN'],
  sourceLocale: 'en-US',
  catalogs: areas.map((area) => ({ path: `<rootDir>/locales/{locale}/${area}`, include: [] })),
  format: formatter({ explicitIdAsDefault: true, lineNumbers: false }),
}
