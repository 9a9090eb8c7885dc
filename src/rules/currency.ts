/**
 * What is known about currencies: their codes and signs, and how many decimals their minor units
 * take (ISO 4217).
 *
 * @module
 */
import { setOf } from './tables.js';

/** Whether a word, in any case, is an ISO 4217 code or the code of a widely used stable coin. */
export function isCurrencyCode(word: string): boolean {
  return word.length >= 3 && word.length <= 4 && CODES.has(word.toUpperCase());
}

/** Whether text beside a number says no more than which currency it is in. */
export function isCurrencyMark(text: string): boolean {
  return SIGNS.test(text) || NAMES.has(text.toLowerCase()) || isCurrencyCode(text);
}

/** How many decimals a currency has: the power of ten between its minor and its major unit. */
export function minorDigits(currency: string | undefined): number {
  const code = currency?.trim().toUpperCase();
  if (code === undefined) return 2;
  if (NO_DECIMALS.has(code)) return 0;
  return THREE_DECIMALS.has(code) ? 3 : 2;
}

/** `$`, `€`, `US$`, `R$`, `S/`: signs, also with the letters of a country before a dollar. */
const SIGNS = /^(?:[a-z]{0,3}\p{Sc}|\p{Sc}[a-z]{1,3}|s\/)\.?$/iu;

const NAMES: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'rs rs. kr kr. zł zl kč kc ft lei лв руб руб. р р. rp rp. rm fr fr. sfr sfr. tl din дин ' +
    'dollar dollars euro euros pound pounds yen yuan rupee rupees franc francs peso pesos real ' +
    'reais krona kronor krone kroner won buck bucks rmb',
);

const CODES: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP ' +
    'BYN BZD CAD CDF CHF CLF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP ' +
    'GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES ' +
    'KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR ' +
    'MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB ' +
    'RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD ' +
    'TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG ' +
    'USDC USDT EURC DAI BTC ETH',
);

const NO_DECIMALS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
);

const THREE_DECIMALS: ReadonlySet<string> = /* @__PURE__ */ setOf('BHD IQD JOD KWD LYD OMR TND');
