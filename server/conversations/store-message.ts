import { eq } from 'drizzle-orm'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { message } from '../store/schema/index.ts'
import { insertMessages, type NewMessage } from './insert-messages.ts'
import { type MessageRow, selectMessages } from './message-rows.ts'

/** Stores a message that nobody has to be asked about, such as a notice; inside a transaction. */
export async function storeMessage(
  services: Services,
  transaction: Database,
  values: NewMessage,
): Promise<MessageRow> {
  const [inserted] = await insertMessages(transaction, [values], services.clock.now())
  const [row] = await selectMessages(transaction).where(eq(message.id, inserted?.id ?? 0))
  if (!row) throw new Error('An inserted message was not found')
  return row
}
