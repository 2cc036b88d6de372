import { expect, it } from 'vitest'
import { countryChoices, defaultTelCode } from '#domain/forms/phone.ts'
import { loadMessages } from '#src/app/translation.ts'
import { defaultCountry } from '#src/features/authentication/phone-fields.tsx'
import { allLocales, entriesOf, sourcesIn } from './catalog-files.ts'

/** The texts shown before sign-in. */
const entry = [
  ...sourcesIn('src/features/authentication').filter(({ name }) => !name.endsWith('/legal-screen.tsx')),
  ...[
    'src/features/entry',
    'src/features/forms',
    'src/ui',
    'src/routes',
    'domain/forms',
    'machines/auth',
  ].flatMap(sourcesIn),
  ...sourcesIn('src/app').filter(({ name }) =>
    /^src\/app\/(?:[^/]+|overlays\/(?:use|storage|forced)[^/]*)$/.test(name),
  ),
]
/** Needed only after sign-in, though listed among the others, or with texts that they load themselves. */
const withoutEntryTexts = new Set([
  'src/app/host-bridge.tsx',
  'src/app/notifier.ts',
  'src/app/use-copy.ts',
  'src/features/entry/diagnostics.ts',
  'src/ui/search-field.tsx',
  'src/ui/empty-state.tsx',
  'src/ui/error-state.tsx',
  'domain/forms/report-fields.ts',
])

const literal = /(['"`])([a-z][\w-]*(?:\.[\w-]+)+)\1/g

it('a sign-in says nothing that comes only with an account [I18N-01]', async () => {
  const known = new Set(entriesOf('en-US').map(({ id }) => id))
  const said = entry
    .filter(({ name }) => !withoutEntryTexts.has(name))
    .flatMap(({ code }) => [...code.matchAll(literal)].map(([, , id = '']) => id))
    .filter((id) => known.has(id))
  expect(said.length).toBeGreaterThan(100)
  for (const locale of allLocales) {
    const texts = await loadMessages(locale, ['entry'])
    expect(said.filter((id) => !(id in texts))).toEqual([])
  }
})

it.each(allLocales)(
  'the preselected country has the same name as in the loaded list in %s [AUTH-03]',
  async (locale) => {
    const texts = await loadMessages(locale, ['entry'])
    const listed = countryChoices([{ iso: defaultCountry, telCode: defaultTelCode }], locale)
    expect(texts['auth.country-code.preselected']).toEqual(listed.map(({ name }) => name))
  },
)

/** The texts that can appear with the conversation list alone, also as a notice of a page that was just left. */
const withTheList = ['src/app', 'src/features/conversation-list', 'client', 'machines', 'streams'].flatMap(
  sourcesIn,
)
/** These run, or are rejected, on pages only, or load their texts themselves. */
const ofPages =
  /^(?:src\/app\/(?:host-bridge|overlays\/(?:install|preserved-outbox))|machines\/(?:playback|recorder|scanner)\/|client\/stickers\.ts)/

it('the conversation list says nothing that comes only with the other pages [I18N-01]', async () => {
  const known = new Set(entriesOf('en-US').map(({ id }) => id))
  const said = withTheList
    .filter(({ name }) => !ofPages.test(name))
    .flatMap(({ code }) => [...code.matchAll(literal)].map(([, , id = '']) => id))
    .filter((id) => known.has(id))
  expect(said.length).toBeGreaterThan(100)
  for (const locale of allLocales) {
    const texts = await loadMessages(locale, ['entry', 'account'])
    expect([...new Set(said)].filter((id) => !(id in texts))).toEqual([])
  }
})
