import { afterAll, vi } from 'vitest'

// A test may end while code that is loaded on use is on its way. Its worker keeps modules for the next file, so an
// import that ended with its file would stay failed there.
afterAll(() => vi.dynamicImportSettled())
