import type { CodeDelivery, Peer } from '../../ports.ts'
import { isLoopbackName } from './settings.ts'

/** How long the webhook may take to say yes, ms. */
const webhookWithin = 10_000

/**
 * Codes go to the webhook when there is one. Without it they are shown, and only to a browser on this very machine
 * that came by a local name and by no proxy (DEC-116).
 */
export function createCodeDelivery(webhookUrl: string | undefined): CodeDelivery {
  return {
    async deliver({ telCode, phone, code, peer }) {
      if (webhookUrl) {
        await post(webhookUrl, { TelCode: telCode, Phone: phone, Code: code })
        return 'sent'
      }
      if (isAtThisMachine(peer)) return 'show'
      throw new Error('There is no CODE_WEBHOOK_URL, and the asking browser is not on this machine')
    },
  }
}

const isAtThisMachine = ({ isLocal, host }: Peer): boolean =>
  isLocal && isLoopbackName(host.replace(/:\d+$/, ''))

async function post(url: string, body: Readonly<Record<string, string>>): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(webhookWithin),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The code webhook answered ${response.status}`)
}
