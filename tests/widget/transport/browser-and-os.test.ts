import { expect, test } from 'vitest'
import { browserName, osName } from '../../../widget/transport/session-data'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/156.0 Safari/537.36`, 'CHROME', 'LINUX'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/156.0 Safari/537.36 Edg/156.0`, 'EDGE', 'WINDOWS'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/156.0 Safari/537.36 OPR/120.0`, 'OPERA', 'MACOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/26.0 Safari/605.1', 'SAFARI', 'MACOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile Safari/604.1', 'SAFARI', 'IOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) CriOS/156.0 Mobile Safari/604.1', 'CHROME', 'IOS'],
  ['Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', 'FIREFOX', 'ANDROID'],
  ['Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko', 'INTERNET_EXPLORER', 'WINDOWS'],
  ['curl/8.0', 'OTHER', 'OTHER'],
])('%s is %s on %s', (userAgent, browser, os) => {
  expect([browserName(userAgent), osName(userAgent)]).toEqual([browser, os])
})
