import type { TextKey } from '../texts/text-keys.ts'

export interface ReportReason {
  readonly id: number
  readonly textKey: TextKey
}

const spam = { id: 1, textKey: 'report-spam' } as const
const fraud = { id: 2, textKey: 'report-fraud' } as const
const sexual = { id: 3, textKey: 'report-sexual' } as const
const violence = { id: 4, textKey: 'report-violence' } as const
const illegal = { id: 5, textKey: 'report-illegal' } as const
const harassment = { id: 6, textKey: 'report-harassment' } as const
const impersonation = { id: 7, textKey: 'report-impersonation' } as const
const other = { id: 99, textKey: 'report-other' } as const

/** Why a person can be reported, and why a group can; the last one is for everything else [REPORT-09]. */
export const reportReasons: Readonly<Record<'person' | 'group', readonly ReportReason[]>> = {
  person: [spam, fraud, harassment, impersonation, sexual, violence, illegal, other],
  group: [spam, fraud, sexual, violence, illegal, other],
}
