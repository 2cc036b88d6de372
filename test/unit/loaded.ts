import { vi } from 'vitest'
import { settle } from './machines/simulated-clock.ts'

/** Settles every promise that needs no time, those of code included that is loaded at its first use. */
export async function loaded(): Promise<void> {
  await settle()
  await vi.dynamicImportSettled()
  await settle()
}
