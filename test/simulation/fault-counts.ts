import type { CommandName } from './scenario/commands.ts'

/** The kinds of faults. Each is counted when it strikes, not when it is scheduled. */
export const faultKinds = [
  'connection cut',
  'connection half-open',
  'connection refused',
  'connection hanging',
  'connection closed with 1012',
  'connection closed with 1013',
  'network slow',
  'device offline',
  'call lost',
  'response lost',
  'call done twice',
  'call failed on its way',
  'responses overtaking',
  'access token over',
  'server restarted',
  'database failing',
  'tab crashed at an await',
  'device ended with all tabs',
  'device asleep',
  'device frozen for minutes',
  'clock set',
  'clock jumped ahead',
  'clock jumped back',
  'clock jumped over a restart',
  'tab hidden',
  'leader hidden',
  'disk slow',
  'disk failing',
  'storage full',
  'storage lost',
  'storage broken',
  'write committed and reported as failed',
] as const
/** Additional kinds in a world whose backend has several nodes. */
export const nodeFaultKinds = [
  'node died',
  'node restarted',
  'node frozen',
  'node cut off from the notices',
  'notice lost',
  'notice duplicated',
  'notice late',
  'delivery committed late',
] as const
export type FaultKind = (typeof faultKinds | typeof nodeFaultKinds)[number]
export type Counts<Name extends string> = Readonly<Partial<Record<Name, number>>>

/** Counts of faults and commands in one world. */
export class OccurrenceCounts {
  private readonly struck = new Map<FaultKind, number>()
  private readonly given = new Map<CommandName, number>()

  fault(kind: FaultKind): void {
    this.struck.set(kind, (this.struck.get(kind) ?? 0) + 1)
  }

  command(name: CommandName): void {
    this.given.set(name, (this.given.get(name) ?? 0) + 1)
  }

  faults(): Counts<FaultKind> {
    return Object.fromEntries(this.struck)
  }

  commands(): Counts<CommandName> {
    return Object.fromEntries(this.given)
  }
}

/** The kinds that struck in none of these worlds. */
export const missingKinds = (
  worlds: readonly Counts<FaultKind>[],
  kinds: readonly FaultKind[] = faultKinds,
): readonly FaultKind[] => kinds.filter((kind) => worlds.every((counts) => !counts[kind]))
