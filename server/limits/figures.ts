/** What a bucket holds at most, and how many ms it takes to get one back. */
export interface BucketFigures {
  readonly burst: number
  readonly refillEvery: number
}

const second = 1_000
const minute = 60 * second

/** How often things may be done. Address limits are generous: many people may share one. */
export const limitFigures = {
  /** One-time codes to one phone, whatever for [AUTH-31]. */
  codePerPhone: { burst: 1, refillEvery: 30 * second },
  codePerAddress: { burst: 60, refillEvery: minute },
  signInPerAddress: { burst: 300, refillEvery: 2 * second },
  refreshPerAddress: { burst: 1_000, refillEvery: second },
  applicationPerAccount: { burst: 60, refillEvery: minute },
  searchPerAccount: { burst: 60, refillEvery: 2 * second },
  messagePerAccount: { burst: 1_000, refillEvery: 20 },
  uploadPerAddress: { burst: 300, refillEvery: 2 * second },
  uploadPerAccount: { burst: 60, refillEvery: minute },
  filePerAccount: { burst: 200, refillEvery: 2 * second },
  reportPerAccount: { burst: 20, refillEvery: minute },
  fileDomainPerAccount: { burst: 10, refillEvery: minute },
  socketPerAddress: { burst: 1_000, refillEvery: second },
} as const satisfies Record<string, BucketFigures>
export type LimitName = keyof typeof limitFigures

/** Wrong passwords or codes for one phone before a pause, and the pause, which doubles each time up to the longest. */
export const tryFigures = { triesBeforePause: 10, pause: 10 * minute, longestPause: 24 * 60 * minute }

/** One-time codes: how long one is good for, and how often it may be guessed. */
export const codeFigures = { validFor: 5 * minute, tries: 5 }
