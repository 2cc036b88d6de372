import type { CommandName } from './scenario/commands.ts'

/** Everything that can go wrong, each counted when it really strikes and not when it is arranged. */
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
  'answer lost',
  'call done twice',
  'call failed on its way',
  'answers overtaking',
  'access token over',
  'server restarted',
  'database failing',
  'tab crashed at an await',
  'device ended with all tabs',
  'device asleep',
  'device frozen for minutes',
  'clock set',
  'tab hidden',
  'leader hidden',
  'disk slow',
  'disk failing',
  'storage full',
  'storage lost',
  'storage broken',
] as const
export type FaultKind = (typeof faultKinds)[number]
export type Counts<Name extends string> = Readonly<Partial<Record<Name, number>>>

/** How often each thing happened in one world. */
export class OccurrenceCounts {
  private readonly struck = new Map<FaultKind, number>()
  private readonly given = new Map<CommandName, number>()

  /** A fault has struck. */
  fault(kind: FaultKind): void {
    this.struck.set(kind, (this.struck.get(kind) ?? 0) + 1)
  }

  /** Somebody has done something. */
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

/** Kinds that struck nowhere in these worlds. */
export const missingKinds = (worlds: readonly Counts<FaultKind>[]): readonly FaultKind[] =>
  faultKinds.filter((kind) => worlds.every((counts) => !counts[kind]))
