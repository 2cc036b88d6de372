import { resultCode } from '#schemas/result-codes.ts'
import { avatarSizeLimit } from '../accounts/avatars.ts'
import { admitUpload } from '../calls/dispatch.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { largestFile, takeUploadBytes, takeUploadQuota } from '../files/store-file.ts'
import type { Peer } from '../ports.ts'
import type { Services } from '../services.ts'
import { readForm } from './multipart.ts'
import { announcedSize, join, openBody, refuseTooLarge } from './read-body.ts'

/** The file itself, the form's boundaries and its few fields, bytes. */
const uploadLimit = Math.max(avatarSizeLimit, largestFile) + 64 * 1024
/** Memory for the uploads of a moment, bytes: of all accounts, and of one. */
const uploadMemory = { all: 6 * uploadLimit, perAccount: 2 * uploadLimit }
/** Time after which a client may try again that found no memory or too many uploads under way, ms. */
const retryAfter = 2_000

export interface ReceivedUpload {
  readonly fields: unknown
  /** The part named `file`, and what it was called. */
  readonly file?: Uint8Array
  readonly fileName?: string
}

interface UploadRequest {
  readonly request: Request
  /** The call's name with its slash. */
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly peer: Peer
}

/** Receives the bodies of uploads. */
export class UploadReceiver {
  readonly #services: Services
  readonly #memory = new MemoryBudget(uploadMemory)

  constructor(services: Services) {
    this.#services = services
  }

  /**
   * Receives an upload and hands it to `use`; what it takes is free again when that settles. Who sends it is known
   * before the first byte of the file is read: by the headers `UID` and `Token`, else by the fields of these names,
   * which then must come before the file.
   * @throws CallRefusal for a sender that is not signed in or sends too much, and for a form that cannot be read;
   *   FilesUnavailable
   */
  async receive<Result>(
    upload: UploadRequest,
    use: (received: ReceivedUpload) => Promise<Result>,
  ): Promise<Result> {
    const { request, path, headers, peer } = upload
    const { limits, uploads } = this.#services
    // Anybody may send this much, so it is counted before anything is read.
    await limits.takeByAddress('uploadPerAddress', peer)
    refuseTooLarge(request, uploadLimit)
    const size = announcedSize(request)
    const ends = [orBusy(uploads.enter(peer.isLocal ? undefined : peer.address))]
    const body = openBody(request)
    try {
      const admit = async (fields: unknown) => {
        const accountId = await admitUpload(this.#services, path, fields, headers)
        // Before anything is counted, because clients repeat an upload as long as the store is away.
        await this.#services.files.check?.()
        ends.push(orBusy(uploads.enter(undefined, [accountId])))
        const share = this.#memory.enter(accountId)
        ends.push(() => share.leave())
        share.growTo(size)
        await takeUploadQuota(this.#services, accountId, size)
        return { accountId, share }
      }
      let admission = headers.token === undefined ? undefined : await admit(undefined)
      const pieces: Uint8Array[] = []
      let received = 0
      const form = await readForm(body.next, headers['content-type'], async (fields) => {
        admission ??= await admit(fields)
        const { share } = admission
        return (piece) => {
          received += piece.length
          if (received > uploadLimit) throw new CallRefusal(resultCode.tooLarge, 'too-large')
          share.growTo(received)
          pieces.push(piece)
        }
      })
      if (!form) throw new CallRefusal(resultCode.invalid, 'invalid')
      const { fields, fileName } = form
      if (!admission || fileName === undefined) return await use({ fields })
      await takeUploadBytes(this.#services, admission.accountId, Math.max(0, received - size))
      return await use({ fields, fileName, file: join(pieces.splice(0)) })
    } finally {
      for (const end of ends) end()
      body.discard()
    }
  }
}

/** @throws CallRefusal instead of the absence of a function that ends the work */
function orBusy(end: (() => void) | undefined): () => void {
  if (!end) throw CallRefusal.limited(retryAfter)
  return end
}

/** The memory that uploads hold while they are received. */
class MemoryBudget {
  readonly #limits: typeof uploadMemory
  readonly #byAccount = new Map<number, number>()
  #taken = 0

  constructor(limits: typeof uploadMemory) {
    this.#limits = limits
  }

  /** Starts the share of one upload. */
  enter(accountId: number) {
    let own = 0
    const change = (bytes: number) => {
      own += bytes
      this.#taken += bytes
      const ofAccount = (this.#byAccount.get(accountId) ?? 0) + bytes
      if (ofAccount > 0) this.#byAccount.set(accountId, ofAccount)
      else this.#byAccount.delete(accountId)
    }
    return {
      /** Takes what is missing to so many bytes. @throws CallRefusal when there is too little left */
      growTo: (bytes: number) => {
        const more = Math.max(0, bytes - own)
        const ofAccount = (this.#byAccount.get(accountId) ?? 0) + more
        if (this.#taken + more > this.#limits.all || ofAccount > this.#limits.perAccount)
          throw CallRefusal.limited(retryAfter)
        change(more)
      },
      leave: () => change(-own),
    }
  }
}
