import { UserRound } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import { keysOf, shortcutGroups } from '#domain/keyboard/shortcuts.ts'
import {
  findCommands,
  type PaletteCommand,
  type PaletteCommands,
} from '#src/features/command-palette/palette-commands.ts'
import { settingAddresses } from '#src/features/command-palette/setting-addresses.ts'
import { keyLabel } from '#src/features/command-palette/shortcut-sheet.tsx'
import { paths } from '#src/routes/route-table.ts'
import { allLocales, entriesOf, sourcesIn } from '#test/unit/locales/catalog-files.ts'

const command = (label: string, ...alsoFoundBy: string[]): PaletteCommand => ({
  ...{ key: label, label, alsoFoundBy, picture: UserRound, target: {} },
})
const commands: PaletteCommands = {
  recent: [command('Ben'), command('Choir')],
  people: [command('Ben'), command('Robert', 'Benny')],
  groups: [command('Choir')],
  settings: [command('Theme', 'General')],
  actions: [command('Create group')],
}
const labels = (found: PaletteCommands) =>
  Object.fromEntries(Object.entries(found).map(([name, list]) => [name, list.map(({ label }) => label)]))

describe('the command palette', () => {
  it('offers recent conversations and the actions while nothing is typed', () => {
    expect(labels(findCommands(commands, ' '))).toEqual({
      ...{ recent: ['Ben', 'Choir'], people: [], groups: [], settings: [], actions: ['Create group'] },
    })
  })

  it('finds in all sections by a part of a name, and puts names that start with the keyword first', () => {
    expect(labels(findCommands(commands, 'ben'))).toMatchObject({ recent: [], people: ['Ben', 'Robert'] })
    expect(labels(findCommands(commands, 'GROUP'))).toMatchObject({ actions: ['Create group'], people: [] })
    expect(labels(findCommands(commands, 'general'))).toMatchObject({ settings: ['Theme'] })
  })

  it('finds nothing by similar names', () => {
    expect(Object.values(findCommands(commands, 'bem')).flat()).toEqual([])
  })

  it('shows at most seven entries of a section', () => {
    const people = Array.from({ length: 20 }, (_, index) => command(`Ben ${index}`))
    expect(findCommands({ ...commands, people }, 'ben').people).toHaveLength(7)
  })
})

describe('the shortcut sheet', () => {
  it('labels keys as the keyboard does', () => {
    const labels = (isMac: boolean) =>
      keysOf('palette').map((keys) => keys.map((key) => keyLabel(key, isMac)))
    expect(labels(true)).toEqual([['⌘', 'K']])
    expect(labels(false)).toEqual([['Ctrl', 'K']])
  })
})

describe.each(allLocales)('in the language %s', (locale) => {
  const texts = new Map(entriesOf(locale).map(({ id, text }) => [id, text]))

  it('the palette finds every setting by its name', () => {
    const settings = settingAddresses.map(({ to, hash, name }) => ({
      ...command(texts.get(name) ?? ''),
      key: `${to}#${hash}`,
    }))
    for (const { key, label } of settings) {
      expect(label, key).not.toBe('')
      const found = findCommands({ ...commands, settings }, label).settings
      expect(found.map((one) => one.key)).toContain(key)
    }
  })

  it('the shortcut sheet has a text for every shortcut and every group', () => {
    for (const [group, shortcuts] of Object.entries(shortcutGroups)) {
      expect(texts.has(`commands.group.${group}`), group).toBe(true)
      for (const name of Object.keys(shortcuts))
        expect(texts.has(`commands.shortcut.${name}`), name).toBe(true)
    }
  })
})

describe('the addresses of settings', () => {
  const screens = sourcesIn('src/features/my').filter(({ name }) => name.endsWith('.tsx'))

  it('are unique, and include every own page', () => {
    const addresses = settingAddresses.map(({ to, hash }) => `${to}#${hash}`)
    expect(new Set(addresses).size).toBe(addresses.length)
    // The first leads on from the page of the password, the second from the page of the own code.
    const steps: readonly string[] = [paths.setPassword, paths.shareOwnCode]
    const pages = Object.values(paths).filter((path) => path.startsWith('/my') && !steps.includes(path))
    expect(pages.filter((path) => !addresses.includes(`${path}#`))).toEqual([])
  })

  it('name the rows that pages have, and all of them', () => {
    const written = screens.flatMap(({ code }) =>
      [...code.matchAll(/<Setting\b[^>]* id=(?:"([^"]+)"|\{\w+\})/g)].map(([, id]) => id),
    )
    const hashes = settingAddresses.map(({ hash }) => hash).filter((hash) => hash !== '')
    // The notification and privacy settings are written in two loops.
    expect(written.filter((id) => id === undefined)).toHaveLength(2)
    const notifications = ['all', 'messages', 'sound', 'vibration', 'push-names', 'push-text']
    const looped = [...notifications, 'friend', 'group']
    const named = written.filter((id) => id !== undefined)
    expect([...named, ...looped].toSorted()).toEqual(hashes.toSorted())
  })

  it('exist for every control of the pages: each is inside a `Setting`', () => {
    const bare = screens.flatMap(({ name, code }) => {
      const lines = code.split('\n')
      return lines.flatMap((line, index) =>
        /^\s*<(Switch|Segments|Select|ThemeChoice)\b/.test(line) && !/<Setting\b/.test(lines[index - 1] ?? '')
          ? [`${name}:${index + 1}`]
          : [],
      )
    })
    expect(bare).toEqual([])
  })
})
