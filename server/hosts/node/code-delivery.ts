import { parsePhoneNumber } from 'libphonenumber-js/min'
import type { CodeDelivery, Peer } from '../../ports.ts'
import { isLoopbackName, type Settings } from './settings.ts'

/** The time limit of the webhook's response, ms. */
const webhookWithin = 10_000

/**
 * Delivers one-time codes to the webhook, or prints them where the server runs. No header distinguishes a browser on
 * this machine from a proxy that forwards requests. Therefore only a trial server (`SHOW_CODES=page`) shows codes in
 * the page, and only to a browser on this machine under a local name (DEC-116).
 * @param print writes a line to the terminal
 */
export function createCodeDelivery(
  { codeWebhookUrl, showsCodesInPage }: Pick<Settings, 'codeWebhookUrl' | 'showsCodesInPage'>,
  print = (line: string): void => void process.stdout.write(`${line}\n`),
): CodeDelivery {
  return {
    async deliver({ telCode, phone, code, peer }) {
      if (codeWebhookUrl) {
        await post(codeWebhookUrl, { TelCode: telCode, Phone: phone, Code: code })
        return 'sent'
      }
      if (showsCodesInPage && isAtThisMachine(peer)) return 'show'
      print(`Code for ${readable(`+${telCode}${phone}`)}: ${code}`)
      return 'printed'
    },
  }
}

const isAtThisMachine = ({ isLocal, host }: Peer): boolean =>
  isLocal && isLoopbackName(host.replace(/:\d+$/, ''))

function readable(phone: string): string {
  try {
    return parsePhoneNumber(phone).formatInternational()
  } catch {
    return phone
  }
}

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
