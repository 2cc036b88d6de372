import { contractSuite } from './contract-suite.ts'
import { openFetchHost } from './fetch-host.ts'

contractSuite(openFetchHost)
