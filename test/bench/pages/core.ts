import { type CoreBench, createCoreBench } from './core-bench.ts'

declare global {
  interface Window {
    /** What the bench runs in this page. */
    coreBench: CoreBench
  }
}

window.coreBench = createCoreBench()
