import { vi } from 'vitest'
import { settle } from './machines/simulated-clock.ts'

/** Settles every promise that needs no timer, also those that wait for a dynamic import. */
export async function settleImports(): Promise<void> {
  await settle()
  await vi.dynamicImportSettled()
  await settle()
}
