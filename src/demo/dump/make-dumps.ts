import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { account } from '#server/store/schema/index.ts'
import { locales } from '#src/app/locales.ts'
import { worldFile } from '../world-file.ts'
import { createDump } from './create-dump.ts'

const directory = process.argv[2]
if (directory === undefined) throw new Error('Say where the worlds go')
mkdirSync(directory, { recursive: true })
for (const locale of locales) {
  const now = Date.now()
  const dump = await createDump(async (database) => {
    const [owner] = await database
      .insert(account)
      .values({
        telCode: '49',
        phone: '15550001',
        chatId: 'cdemoowner',
        nickname: locale,
        createdAt: now,
        lastSeenAt: now,
      })
      .returning({ id: account.id })
    return { ownerId: owner?.id ?? 0, madeAt: now }
  })
  writeFileSync(join(directory, worldFile(locale)), dump)
}
