import { credentialLikeness } from '../vocabulary/credentials.ts'
import { Bits } from './bits.ts'
import { ascendingOnce, common, DiskBits, DiskLists, listedPart, type Ordinals, united } from './posting-lists.ts'
import type { SnapshotFiles } from './snapshot.ts'
import {
  type Asked,
  isParticle,
  joinedMark,
  joinedWholeMark,
  readingsOf,
  repeatedMark,
  wordsAsked,
  wordsReadMax,
} from './words.ts'

/**
 * Finds providers by the words of their names: a sorted list of all words, and for each of them who bears it. A prefix that
 * begins a word of a large part of all providers has its bearers as bits, too: one letter may begin the words of a
 * million. For the same prefixes it is stored who has several words that begin so; of others it is counted.
 */

/** Prefixes whose words have together more bearers than this part of all providers have bits, which then are shorter. */
export const prefixPart = 1 / 32

/** What the file of repeats calls those who have so many words that begin alike. */
export function repeatName(times: number, prefix: string): string {
  return `${times} ${prefix}`
}

/** Words from a place in the sorted list up to another one. */
type Run = readonly [from: number, to: number]

/**
 * What a search does with one word: read the bearers of runs of words, or the bits of a prefix and the bearers of what
 * is beside it.
 */
interface Step {
  runs: readonly Run[]
  length: number
  prefix: number | undefined
}

/** A word as it is looked for. */
interface Wanted extends Asked {
  /** Whether it is found in words of its own, in neighboring words joined, or in either. */
  found: 'apart' | 'joined' | 'either'
  /** Other names that count as this one, whole. */
  alike: readonly string[]
}

/** Of how many words a provider has to have several that begin alike. */
interface Repeat {
  word: Asked
  times: number
}

/** What a name must have. */
interface Way {
  wanted: readonly Wanted[]
  repeats: readonly Repeat[]
}

/** Each word that overlaps doubles the work of a search. */
const overlapsMax = 3

export class NameIndex {
  private readonly words: Buffer
  private readonly wordStarts: Uint32Array
  private readonly bearers: DiskLists
  private readonly prefixes: ReadonlyMap<string, number>
  private readonly prefixBits: DiskBits
  private readonly repeats: ReadonlyMap<string, number>
  private readonly repeaters: DiskLists
  private readonly providerCount: number
  /** How many words of a kind each provider was met with; zeros between two searches. Made when it is first needed. */
  private timesMet: Uint8Array | undefined

  constructor(files: SnapshotFiles, providerCount: number) {
    this.words = files.utf8('name-words')
    this.wordStarts = files.u32('name-word-starts')
    this.bearers = new DiskLists(files.u32('name-bearer-starts'), files.onDisk('name-bearers', 'list'))
    this.prefixes = numbered(files.lines('name-prefixes'))
    this.prefixBits = new DiskBits(files.onDisk('name-prefix-bits', 'list'), providerCount)
    this.repeats = numbered(files.lines('name-repeats'))
    this.repeaters = new DiskLists(files.u32('name-repeater-starts'), files.onDisk('name-repeaters', 'list'))
    this.providerCount = providerCount
  }

  /**
   * Every provider with names in which each word of `name` begins a word of its own: none when there is no word.
   * Neighboring words, asked for or on file, count joined, too (words.ts). With nicknames, so do the names that a word
   * is a nickname of, and its nicknames.
   */
  find(name: string, hasNicknames = false): Ordinals {
    const words = askedName(name)
    if (words.length === 0) return new Uint32Array()
    const readings = readingsOf(words, (word) => this.isOnFile(word)).flatMap((reading) =>
      this.apartAndJoined(hasNicknames ? withNicknames(reading) : reading.map((asked) => wantedOf(asked, []))),
    )
    return readings.map((way) => this.withAll(way)).reduce((all, found) => united(all, found, this.providerCount))
  }

  private withAll({ wanted, repeats }: Way): Ordinals {
    let found: Ordinals | undefined
    for (const repeat of repeats) {
      const repeating = this.withRepeat(repeat)
      found = found === undefined ? repeating : common(found, repeating)
      if (isEmpty(found)) return found
    }
    // Who has a word several times has it.
    const isLeft = (one: Wanted) => one.found === 'joined' || !repeats.some(({ word }) => keyOf(word) === keyOf(one))
    const steps = wanted
      .filter(isLeft)
      .map((one) => this.stepFor(one))
      .sort((a, b) => a.length - b.length)
    for (const step of steps) {
      if (step.length === 0) return new Uint32Array()
      if (found instanceof Bits && step.prefix !== undefined && step.runs.length === 0)
        this.prefixBits.keepIn(found, step.prefix)
      else found = found === undefined ? this.bearersOf(step) : common(found, this.bearersOf(step))
      if (isEmpty(found)) break
    }
    return found ?? new Uint32Array()
  }

  /**
   * The ways to find the words of a reading in names where each takes words of its own. A word that is found in joined
   * words takes these; where another word may begin the second of them, it is looked for in words apart, and in joined
   * ones beside one word more of the other.
   */
  private apartAndJoined(wanted: readonly Wanted[]): Way[] {
    let ways: Way[] = [{ wanted, repeats: repeatsAmong(wanted) }]
    if (wanted.length > wordsReadMax) return ways
    const overlaps = wanted.flatMap((one, place) => {
      const others = wanted.filter((other, index) => index !== place && this.mayOverlap(one, other))
      return others.length > 0 ? [{ place, others }] : []
    })
    for (const { place, others } of overlaps.slice(0, overlapsMax)) {
      ways = ways.flatMap((way) => [
        { ...way, wanted: found('apart', way.wanted, place) },
        { wanted: found('joined', way.wanted, place), repeats: others.reduce(withOneMore, way.repeats) },
      ])
    }
    return ways
  }

  /**
   * Whether a word that is found in joined words may be found in such of which the second one is the other word's, too.
   */
  private mayOverlap({ word, isWhole }: Asked, other: Asked): boolean {
    if (isWhole) return false
    for (let split = 1; split < word.length; split++) {
      const [before, behind] = [word.slice(0, split), word.slice(split)]
      const begins = other.isWhole ? behind === other.word : behind.startsWith(other.word)
      if (begins && this.isOnFile(before)) return true
      if (!other.isWhole && other.word.startsWith(behind) && isParticle(before)) return true
    }
    return false
  }

  private stepFor({ word, isWhole, found, alike }: Wanted): Step {
    const wholes = [...alike, ...(isWhole ? [word] : found === 'apart' ? [] : [joinedWholeMark + word])]
    const beside = wholes.map((whole) => this.runOfWord(whole))
    if (!isWhole && found !== 'apart') beside.push(this.runOf(joinedMark + word))
    const own = isWhole || found === 'joined' ? undefined : this.runOf(word)
    const all = own === undefined ? beside : [own, ...beside]
    const length = all.reduce((sum, [from, to]) => sum + this.bearers.lengthOfRun(from, to), 0)
    const prefix = own === undefined ? undefined : this.prefixes.get(word)
    return { runs: (prefix === undefined ? all : beside).filter(([from, to]) => from < to), length, prefix }
  }

  private bearersOf({ runs, length, prefix }: Step): Ordinals {
    const [first, second] = runs
    if (prefix === undefined && first !== undefined && second === undefined && first[1] - first[0] === 1)
      return this.bearers.at(first[0])
    if (prefix === undefined && length <= this.providerCount * listedPart)
      return ascendingOnce(this.bearers.runs(runs), this.providerCount)
    const bits = prefix === undefined ? Bits.forSearch(this.providerCount) : this.prefixBits.at(prefix)
    for (const [from, to] of runs) this.bearers.addTo(bits, from, to)
    return bits
  }

  /**
   * Who has so many words that begin with the one asked for, joined ones not counted; or whole ones that are this one.
   */
  private withRepeat({ word: { word, isWhole }, times }: Repeat): Ordinals {
    if (isWhole) return this.bearers.run(...this.runOfWord(word + repeatedMark.repeat(times - 1)))
    const known = this.repeats.get(repeatName(times, word))
    if (known !== undefined) return this.repeaters.at(known)
    if (this.prefixes.has(word)) return new Uint32Array()
    const members = this.bearers.run(...this.runOf(word))
    this.timesMet ??= new Uint8Array(this.providerCount)
    const { timesMet } = this
    // No name is long enough for more times than 8 bits can count.
    for (const member of members) if (timesMet[member] < times) timesMet[member]++
    let length = 0
    for (const member of members) {
      const isRepeated = timesMet[member] === times
      timesMet[member] = 0
      if (isRepeated) members[length++] = member
    }
    return ascendingOnce(members.subarray(0, length), this.providerCount)
  }

  private isOnFile(word: string): boolean {
    const [from, to] = this.runOfWord(word)
    return from < to
  }

  /** A word on file, or no word. */
  private runOfWord(word: string): Run {
    const bytes = Buffer.from(word)
    const from = this.firstWord(bytes, 0, 0)
    const isThere = from + 1 < this.wordStarts.length && this.order(from, bytes) === 0
    const isWhole = isThere && this.wordStarts[from + 1] - this.wordStarts[from] === bytes.length
    return [from, isWhole ? from + 1 : from]
  }

  /** The words that begin with `prefix`, as a run of the sorted list. UTF-8 sorts by bytes as by code points. */
  private runOf(prefix: string): Run {
    const bytes = Buffer.from(prefix)
    const from = this.firstWord(bytes, 0, 0)
    return [from, this.firstWord(bytes, from, 1)]
  }

  /** The first word from `low` on that comes no sooner than the words that begin with a prefix; with 1 for `after`, behind them. */
  private firstWord(prefix: Buffer, low: number, after: 0 | 1): number {
    let high = this.wordStarts.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.order(middle, prefix) >= after) high = middle
      else low = middle + 1
    }
    return low
  }

  /** 0 for a word that begins with the prefix; less or more for one that comes before or behind those. */
  private order(word: number, prefix: Buffer): number {
    const { words } = this
    const start = this.wordStarts[word]
    const end = Math.min(prefix.length, this.wordStarts[word + 1] - start)
    for (let index = 0; index < end; index++) {
      const difference = words[start + index] - prefix[index]
      if (difference !== 0) return difference
    }
    return end - prefix.length
  }
}

function found(where: Wanted['found'], wanted: readonly Wanted[], place: number): Wanted[] {
  return wanted.map((one, index) => (index === place ? { ...one, found: where } : one))
}

function numbered(lines: readonly string[]): ReadonlyMap<string, number> {
  return new Map(lines.map((line, number) => [line, number]))
}

function isEmpty(found: Ordinals): boolean {
  return found instanceof Bits ? found.isEmpty() : found.length === 0
}

/**
 * Of a reading, how often names must have words that begin with one asked for: once for each word asked for that begins
 * so. Where none begins as another one does, each takes a word of its own in any case.
 */
function repeatsAmong(reading: readonly Asked[]): Repeat[] {
  const repeats = new Map<string, Repeat>()
  for (const word of reading) {
    const times = reading.filter((other) => covers(word, other)).length
    if (times > 1) repeats.set(keyOf(word), { word, times })
  }
  return [...repeats.values()]
}

/** Whether what one word is found in is found by the other one, too. */
function covers(one: Asked, other: Asked): boolean {
  return one.isWhole ? other.isWhole && other.word === one.word : other.word.startsWith(one.word)
}

function withOneMore(repeats: readonly Repeat[], word: Asked): Repeat[] {
  const before = repeats.find((repeat) => keyOf(repeat.word) === keyOf(word))
  const times = (before?.times ?? 1) + 1
  return [...repeats.filter((repeat) => repeat !== before), { word, times }]
}

const keyOf = ({ word, isWhole }: Asked): string => `${isWhole} ${word}`

const wantedOf = (asked: Asked, alike: readonly string[]): Wanted => ({ ...asked, found: 'either', alike })

/** A name that is like a word asked for counts for that word alone, and not where another word asks for it. */
function withNicknames(reading: readonly Asked[]): Wanted[] {
  const taken = new Set<string>()
  return reading.map((asked) => {
    const others = reading.filter((other) => other !== asked)
    const alike = asked.isWhole ? [] : namesLike(asked.word)
    const free = alike.filter((name) => !taken.has(name) && !others.some(({ word }) => name.startsWith(word)))
    for (const name of free) taken.add(name)
    return wantedOf(asked, free)
  })
}

/** What somebody types as a name: titles and credentials around it count for nothing, since a name on file has none. */

const titles = new Set('dr doctor prof professor mr mrs ms miss mx'.split(' '))

/** Letters of a credential that are written apart: M. D., D D S. */
const spacedMax = 3

/**
 * The words of a name, in their order, without titles that begin a part of it and credentials that end one; parts end
 * at commas. The very first word stays, unless it is a title, and so does the last one that is left. A credential that
 * is also a name (Do, Ma) is left out where it is written with dots, or where two other words are left.
 */
export function askedName(name: string): string[] {
  const parts = name.split(/[,;]/).map((part) => part.split(/\s+/).filter((token) => wordsAsked(token).length > 0))
  const left = () => parts.reduce((sum, part) => sum + part.length, 0)
  for (const part of parts) {
    while (left() > 1 && titles.has(wordsAsked(part[0] ?? '').join(''))) part.shift()
  }
  const first = parts.find((part) => part.length > 0)
  for (const part of parts) {
    const min = part === first ? 1 : 0
    for (;;) {
      const length = credentialAtEnd(part, left())
      if (length === 0 || part.length - length < min || left() === length) break
      part.length -= length
    }
  }
  return parts.flat().flatMap(wordsAsked)
}

/** How many tokens at the end of a part are a credential. `left` is how many tokens there are in all. */
function credentialAtEnd(part: readonly string[], left: number): number {
  const last = part.at(-1)
  if (last === undefined) return 0
  const ofLast = credentialLikeness(last)
  if (ofLast === 'surely' || (ofLast === 'maybe' && (last.includes('.') || left > 2))) return 1
  for (let length = 2; length <= Math.min(spacedMax, part.length); length++) {
    const tokens = part.slice(-length)
    const isSpaced = tokens.every((token) => wordsAsked(token).join('').length <= 2)
    const likeness = credentialLikeness(tokens.join(''))
    const isMeant = likeness === 'surely' || (likeness === 'maybe' && tokens.every((token) => token.includes('.')))
    if (isSpaced && left - length >= 2 && isMeant) return length
  }
  return 0
}

/**
 * Names and their nicknames. The table is that of github.com/carltonnorthern/nicknames at 21d7505, under the Apache
 * License 2.0 (http://www.apache.org/licenses/LICENSE-2.0), with the lines of a name put together: the name, then its
 * nicknames, up to a semicolon.
 */
const table = `
aaron erin ron ronnie; abbigail abbe abbey abbi abbie abby gail nabby; abbigale abbe abbey abbi abbie abby gail nabby;
abednego bedney; abel ab abe eb ebbie; abiel ab; abigail abbe abbey abbi abbie abby gail nabby; abigale abbe abbey
abbi abbie abby gail nabby; abijah ab bige; abner ab; abraham ab abe; abram ab abe; absalom ab abbie app; ada addy
adie; adaline ada addy adie delia dell lena; addison addie addy; adela adie della; adelaide addy adele adie dell della
heidi; adelbert albert bert del delbert; adele addy dell; adeline ada addy delia dell lena; adelphia addy adele dell
delphia philly; adena adina deena dena dina; adolphus ado adolph dolph; adrian rian; adriane riane; adrienne addie
enne rienne; agatha aga aggy; agnes aggy inez nessa; aileen allie lena; alan al; alanson al lanson; alastair al;
alazama ali; albert al bert; alberta allie bert bertie; aldo al; aldrich rich riche richie; aleksandr alek alex; aleva
leve levy; alex al; alexander al alec alex sandy; alexandra alex alla sandra sandy; alexandria alex alexander alla
drina sandra; alexis alex lexi; alfonse al; alfred al fred freddy; alfreda alfy freda freddy frieda; algernon algy;
alice allie elsie lisa; alicia allie elsie lisa; aline adeline; alison ali allie; alixandra alix; allan al alan allen;
allen al alan allan; allisandra ali allie ally; allison ali allie ally; allyson ali allie ally; allyssa ali allie
ally; almena ali allie ally mena; almina minnie; almira myra; alonzo al lon lonzo; alphinias alphus; althea ally;
alverta vert virdie; alyssa al ally lissia; alzada zada; amanda manda mandy; ambrose brose; amelia amy emily mel
millie; amos moses; anastasia ana stacy; anderson andy; andre drea; andrea andi andrew andy drea rea; andrew andy drew
randy; andriane ada adri rienne; angela angel angie; angelica angel angelika angelique angie; angelina angel angie
lina; ann annie nan; anna ann anne annie nan; anne ann annie nan; annette anna nettie; annie ann anna; anselm ance
anse ansel selma; anthony ant tony; antoinette ann netta tony; antonia ann netta tony; antonio ant tony; appoline
appie appy; aquilla quil quillie; ara arry belle; arabella ara arry bella belle; arabelle ara arry bella belle;
araminta armida middie minty ruminta; archibald archie; archilles kill killis; ariadne ari arie; arielle arie;
aristotle telly; arizona ona onie; arlene arly lena; armanda mandy; armena arry mena; armilda milly; arminda mindie;
arminta minite minnie; arnold arnie; aron erin ron ronnie; artelepsa epsey; artemus art; arthur art; arthusa thursa;
arzada zaddi; asahel asa; asaph asa; asenath assene natty sene; ashley ash ashly leah lee; aubrey bree; audrey audree
dee; august gus; augusta aggy gatsy gussie tina; augustina aggy gatsy gussie tina; augustine august austin gus;
augustus august austin gus; aurelia aurilla ora orilla ree rilly; avarilla rilla; azariah aze riah; bab barby; babs
bab barbara barby; barbara bab babs barbie barby bobbie; barbery barbara; barbie barbara; barnabas barney; barney
barnabas; bart bartholomew; bartholomew bart bartel bat mees meus; barticus bart; bazaleel basil; bea beatrice;
beatrice bea trisha trix trixie; becca beck; beck becky; bedelia bridgit delia; belinda belle linda; bella arabella
belle isabella; benedict ben bennie; benjamin ben benjy bennie benny jamie; benjy benjamin; bernard barney berney
bernie berny; berney bernie; bert bertie bob bobby; bertha bert bertie birdie; bertram bert; bertrand randy; bess
bessie; beth betsy betty elizabeth; bethena beth thaney; beverly bev; bezaleel zeely; biddie biddy; bill billy fred
robert william willie; billy fred robert william; blanche bea; bob rob robert; bobby bob rob; boetius bo; brad
bradford ford; bradford brad ford; bradley brad; brady brody; breanna bree bri; breeanna bree; brenda brandy; brian
bryan bryant; brianna bri; bridget biddie biddy bridgie bridie; brittany britt brittnie; brittney britt brittnie;
broderick brady brody rick ricky rod; bryanna ana anna bri briana brianna; caitlin cait caity; caitlyn cait caity;
caldonia calliedona; caleb cal; california callie; calista kissy; calpurnia cally; calvin cal vin vinny; cameron cam
ron ronny; camile cammie; camille cammie millie; campbell cam; candace candy dacey; carla carly karla; carlotta
lottie; carlton carl; carmellia mellia; carmelo melo; carmon cammie carm charm; carol carolann carole caroline carri
carrie cassie kara kari lynn; carolann carol carole; caroline carol carole carrie cassie lynn; carolyn carrie cassie
lynn; carrie cassie; carthaette etta etty; casey k.c.; casper jasper; cassandra cassie sandra sandy; cassidy cass
cassie; caswell cass; catherine casey cassie cathy kathy katy kay kit kittie lena trina; cathleen casey cassie cathy
kathy katy kay kit kittie lena trina; cathy catherine cathleen kathy; cecilia celia cissy; cedric ced rick ricky;
celeste celia lessie; celinda linda lindy lynn; charity chat; charles carl charlie chick chuck; charlie charles chuck;
charlotte char lotta lottie sherry; chauncey chan; chelsey chelsie; cheryl cher; chesley chet; chester chet; chet
chester; chick caroline charlotte chuck; chloe clo; chris kris; christa chris; christian chris kit; christiana ann
chris christy crissy kris kristy tina; christiano chris; christina chris chrissy christy crissy kris kristy tina;
christine chris chrissy christy crissy kris kristy tina; christoffer chris; christoph chris; christopher chris kit;
christy crissy; cicely cilla; cinderella arilla cindy rella rilla; cindy cinderella; claire clair clara clare; clara
clarissa; clare clara; clarence clair clare; clarinda clara; clarissa cissy clara; claudia claud; cleatus cleat;
clement clem; clementine clem clement; cliff clifford; clifford cliff ford; clifton cliff tony; cole colie; columbus
clum; con conny; conrad con conny; constance connie; cordelia cordy delia; corey coco cordy ree; corinne cora ora;
cornelia cornie corny nelia nelle nelly; cornelius con conny corny neil niel; cory coco cordy ree; courtney court
curt; crystal chris crys stal tal; curtis curt; cynthia cindy cintha; cyrenius cene cy renius serene swene; cyrus cy;
dahl dal; dalton dahl dal; daniel dan dann danny; danielle dani ellie; danny daniel; daphne daph daphie; darlene darry
lena; david dave davey day; daycia dacia daisha; deanne ann dee; debbie deb debby deborah debra; debby deb; debora deb
debbie debby; deborah deb debbie debby; debra deb debbie; deidre deedee; delbert bert del; delia cordelia delius
fidelia; delilah dell della lil lila; deliverance della delly dilly; della adela adelaide delilah dell; delores dee
dell della lola lolly; delpha philadelphia; delphine del delf delphi; demaris dea maris mary; demerias dea maris mary;
democrates mock; dennis dennie denny; dennison dennis denny; derek derrek rick ricky; derick rick ricky; derrick eric
rick ricky; deuteronomy duty; diana di dicey didi; diane di dian dianne dicey didi; dicey dicie; dick richard rick;
dickson dick; domenic dom nic; dominic dom nic; dominick dom nick nicky; dominico dom; donald don donnie donny dony;
donato don; donna dona; donovan don donnie donny dony; dorcus darkey; dorinda dora dorothea; doris dora; dorothea doda
dora; dorothy dolly dora dortha dot dottie dotty; dotha dotty; dotty dot; douglas doug; drusilla silla; duncan dunk;
earnest ernestine ernie; ebbie eb; ebenezer eb ebbie eben; eddie ed; eddy ed; edgar ed eddie eddy; edith edie edye;
edmond ed eddie eddy; edmund ed eddie eddy ned ted; edna edny; eduardo ed eddie eddy; edward ed eddie eddy ned ted
teddy; edwin ed eddie eddy ned win; edwina edwin; edyth edie edye; edythe edie edye; egbert bert burt; eighta athy;
eileen helen; elaine helen lainie; elbert albert bert; elbertson bert elbert; eldora dora; eleanor elaine ellen ellie
lanna lenora nelly nora; eleazer lazar; elena helen; elias eli lee lias; elijah eli lige; eliphalel life; eliphalet
left; elisa lisa; elisha eli lish; eliza elizabeth; elizabeth bess bessie beth betsy betty eliza lib libby lisa liz
liza lizzie lizzy; ella el ellen; ellen helen nell nellie; ellender ellen helen nellie; ellie elly; ellswood elsey;
elminie minnie; elmira ellie elly mira; elnora nora; eloise heloise louise; elouise louise; elsie elsey; elswood
elsey; elvira elvie; elwood woody; elysia lisa lissa; elze elsey; emanuel manny manuel; emeline em emily emma emmy
milly; emil em emily; emily em emma emmy mel millie; emma em emmy; epaphroditius dite ditus dyce dyche eppa; ephraim
eph; erasmus rasmus raze; eric rick ricky; ernest ernie; ernestine erna ernest teeny tina; erwin irwin; eseneth senie;
essy es; estella essy stella; estelle essy stella; esther essie hester; eudicy dicey; eudora dora; eudoris dosie
dossie; eugene gene; eunice nicie; euphemia effie effy; eurydice dicey; eustacia stacia stacy; eva eve; evaline eva
eve lena; evangeline ev evan vangie; evelyn ev eve evelina; experience exie; ezekiel ez zeke; ezideen ez; ezra ez;
faith fay; fallon fal falcon fall fallie fally falon lon lonnie; felicia fel feli felix; felicity flick tick; feltie
felty; ferdinand ferdie fred freddie freddy; ferdinando ferdie fred nando; fidelia delia; fionna fiona; flora
florence; florence flo flora flossy; floyd lloyd; fran frannie; frances cissy fanny fran francie frankie frannie
franniey franny sis; francie francine; francine fran francie frannie franniey franny; francis fran frank frankie;
frankie francis frank; franklin fran frank; franklind fran frank; freda frieda; frederica erica erika freddy frederick
rickey; frederick derick erick fred freddie freddy fritz rick ricky; fredericka ericka freda freddy frieda ricka
rickey; frieda fred freddie freddy; gabriel gabby gabe; gabriella ella gabby; gabrielle ella gabby; gareth gare gary;
garrett barrett gare garratt garret garry gary jerry rhett; garrick garri; genevieve eve jean jenny; geoffrey geoff
jeff; george georgie; georgiana georgia; georgine george; gerald gerry jerry; geraldine dina gerri gerrie gerry jerry;
gerhardt gay; gertie gert gertrude; gertrude gert gertie trudy; gilbert bert gil wilber; giovanni gio; glenn glen;
gloria glory; governor govie; greenberry berry green; greggory gregg; gregory gory greg; gretchen margaret; griselda
grissel; gum monty; gus gussie; gustavus gus gussie; gwen wendy; gwendolyn gwen wendy; hailey haylee hayley; hamilton
ham; hannah anna nan nanny; harold hal hap haps harry; harriet hattie; harrison hap haps harry; harry hap haps harold
henry; haseltine hassie; haylee hailey hayley; hayley hailey haylee; heather hetty; helen ella ellen ellie lena;
helena aileen eileen elaine eleanor ellen lena nell nellie; helene ella ellen ellie lena; heloise eloise elouise lois;
henrietta etta etty hank henny nettie retta; henry hal hank hap haps harry; hephsibah hipsie; hepsibah hipsie; herbert
bert herb; herman dutch harman; hermione hermie; hester esther hessy hetty; hezekiah hez hy kiah; hillary hilary;
hipsbibah hipsie; hiram hy; honora honey nora norah norry; hopkins hop hopp; horace horry; hortense harty tensey;
hosea hosey hosie; howard hal howie; hubert bert hub hugh; ian john; ignatius iggy nace nate natius; ignatzio iggy
nace naz; immanuel emmanuel manuel; india indie indy; inez agnes; iona onnie; irene rena; irvin irving; irving irv;
irwin erwin; isaac ike zeke; isabel bell bella belle ib issy nib nibby tibbie; isabella bella belle ib issy nib nibby
tibbie; isabelle bella belle ib issy nib nibby tibbie; isadora dora issy; isadore izzy; isaiah zadie zay; isidore
izzy; iva ivy; ivan john; jackson jack; jacob jaap jake jay; jacobus jacob; jacqueline jack jackie jacqui; jahoda hoda
hodie hody; jakob jake; jalen al alen haylen jaelin jaelyn jailyn jay jaye jaylin jaylyn len lennie lenny; james jamie
jem jim jimmie jimmy; jamey james jamie; jamie james; jane janie jean jennie jessie; janet jan jessie; janice jan;
jannett nettie; jasper casper jap; jayme jay; jean jane jeannie; jeanette janet jean jessie nettie; jeanne jane
jeannie; jebadiah jeb; jedediah diah dyer jed; jedidiah diah dyer jed; jefferey jeff; jefferson jeff sonny; jeffery
jeff; jeffrey geoff jeff; jehiel hiel; jehu gee hugh; jemima mima; jennet jenn jenny jessie; jennifer jen jenn jenni
jennie jenny; jeremiah jereme jerry; jeremy jez jezza; jerita rita; jerry geraldine geri gerry jereme; jessica jess
jessie; jessie jane janet jess; jillian jill; jim jimmie; jincy jane; jinsy jane; joan jo nonie; joann jo; joanna
hannah jo joan jodi jody; joanne jo; jody jo; joe joey; johann john; johanna jo; johannah hannah jo joan jody nonie;
johannes john johnny jonathan; john ian jack jock johnny jon jonnie jonny; johnathan john johnathon johny jon jonathan
jonathon jonnie jonny nathan; johnathon john johnathan johny jon jonathan jonathon jonnie jonny; jon john johnny
jonnie jonny; jonathan john johnathan johnathon johny jon jonathon jonnie jonny nathan; jonathon john johnathan
johnathon johny jon jonathan jonnie jonny; joseph jody joe joey jos; josephine fina jo jody joey josey josie; josetta
jettie; josey josophine; joshua joe jos josh; josiah jos; josophine jo joey josey; joyce joy; juanita nettie nita;
judah jude juder; judith juda jude judi judie judy; judson jud sonny; judy judith; julia jill jules julie; julian jule
jules; julias jule jules; julie jule jules julia; june junius; junior jr june junie; justin justina juston justus;
kaitlin kait kaitie; kaitlyn kait kaitie; kaitlynn kait kaitie; kalli cali kali; kameron kam; karla carla carly; kasey
k.c.; katarina catherine tina; kate kay; katelin kate kay kaye; katelyn kate kay kaye; katherine cassie cathy kate
kathy katy kay kaye kit kittie lena trina; kathleen cassie cathy kathy katy kay kit kittie lena trina; kathryn kate
kathy katie; katia kate katie; katy kate kathy katie; kayla kay; kelley kelli kellie kelly; kendall ken kenny; kendra
kay kenj kenji kenny; kendrick ken kenny; kendrik ken kenny; kenneth ken kendrick kenny; kenny ken kenneth; kent ken
kendrick kenny; kerry kerri; kevin kev; keziah kizza kizzie; kimberley kim kimberli kimberly; kimberly kim kimberley
kimberli; kingsley king; kingston king; kit kittie; kris chris; kristel kris; kristen chris; kristin chris; kristine
chris christy crissy kris kristy tina; kristofer chris kris; kristoffer chris kris; kristopher chris kris; kristy
chris; kymberly kym; lafayette fate laffie; lamont monty; laodicia cenia dicy; larry laurence lawrence; latisha tish
tisha; laurel laurie; lauren laurie ren; laurence larry lon lonny lorne lorry; laurinda laura lawrence; lauryn laurie;
laveda veda; laverne verna vernon; lavina ina vina viney; lavinia ina vina viney; lavonia vina viney vonnie wyncha;
lavonne von; lawrence larry lawrie lon lonny lorne lorry; leanne annie lea; lecurgus curg; leilani lani; lemuel lem;
lena ellen; lenora lee nora; leo leon; leonard len lenny leo leon lineau; leonidas lee leon; leonora nell nellie nora;
leonore elenor honor nora; leroy l.r. lee roy; lesley les; leslie les; lester les; letitia lettice lettie tish titia;
levi lee; levicy vicy; levone von; lib libby; lidia lyddy; lil lilly lily; lillah lil lilly lily lolly; lillian lil
lilly lolly; lilly lil lily; lincoln link; linda lindy lynn; lindsay lindsey lindsie lindsy; lindy lynn; lionel leon;
lisa liz; littleberry berry l.b. little; lizzie liz; lois lou louise; lonzo lon; lorelei laurie lori lorrie; lorenzo
loren; loretta etta lorie lorrie retta; lorraine lorie lorrie; lotta lottie; lou louis lu; louis lewis lou louie
louise; louisa eliza lois lou; louise eliza lois lou; louvinia vina viney vonnie wyncha; lucas luke; lucia lucius
lucy; lucias luke; lucille cille lou lu lucy; lucina sinah; lucinda cindy lou lu lucy; lucretia creasey; lucy lucinda;
luella ella lu lula; luke lucas; lunetta nettie; lurana lura; luther luke; lydia lyddy; lyndon lindy lynn; mabel
amabel mehitabel; mac mc; mack mac mc; mackenzie kenzy mac mack; maddison maddi maddie; maddy madeline madelyn madge;
madeline lena maddi maddie maddy madge madie magda maggie maud; madelyn maddy madie; madie madeline madelyn; madison
maddy mattie; maegen meg; magdalena lena maggie; magdelina lena madge magda maggie; mahala hallie; makayla kayla;
malachi mally; malcolm mac mal malc; malinda lindy; manda mandy; mandie amanda; mandy amanda; manerva eve minerva
nerva nervie; manny manuel; manoah noah; manola nonnie; manuel emanuel manny; marcus marc mark; margaret daisy gretta
madge maggie maggy marge margery margie margy meg midge peg peggy rita; margaretta daisy gretta madge maggie marge
margery margie meg midge peg peggy rita; margarita daisy greta madge maggie maisie marge margo meg megan metta midge
peggie rita; marge margaret margaretta margery; margie marjorie; marguerite peggy; mariah maria mary; marian marianna
marion; marie mae mary; marietta mae mamie maria mariah marie marion mary maureen may mercy minnie mitzi mollie molly
polly; marilyn mary; marion mary; marissa rissa; marjorie margie margy; marni marnie; marsha marcia marcie mary;
martha marty mat mattie patsy patty; martin marty; martina tina; martine tine; marv marvin; marvin marv; mary mae
mamie marie mitzi molly polly; masayuki masa; mat mattie; mathew mat matt maty; mathilda patty tillie; matilda matty
maud tilla tilly; matthew matt mattie matty thias thys; matthews matt mattie matty; matthias matt thias thys; maud
middy; maureen mary; maurice morey; mavery mave; mavine mave; maximilian max; maximillian max; maxine max; maxwell
max; may mae; mckenna ken kenna meaka; medora dora; megan meg; meghan meg; mehitabel hetty hitty mabel mitty; melanie
mellie; melchizedek dick zadock; melinda linda lindy lynn mel mindy; melissa lisa lissa mel milly missy; mellony
mellia; melody lodi; melvin mel; melvina vina; mercedes merci mercy sadie; merv mervin; mervin merv; mervyn merv;
micajah cage; michael micah mick mickey micky mike mikey; micheal mike mikey miky; michelle chelle mickey shelley
shellie shelly shely; mick micky; miguel michael miggy miguael miguaell miguail miguaill miguayl miguayll miguell
mike; mike michael mick micky; mildred milly; millicent milly missy; minerva minnie; minnie wilhelmina; miranda mandy
mira randi randy; miriam mimi mitzi mitzie; missy melissa; mitch mitchell; mitchell mitch; mitzi mary mittie mitty;
mitzie mittie mitty; monet nettie; monica monna monnie; monteleon monte; montesque monty; montgomery gum monty; monty
lamont; morris morey; mortimer mort; moses amos mose moss; muriel mur; myrtle mert myrt myrti; nadine deedee nada;
nancy ann nan nanny; naomi omi; napoleon leon nap nappy; natalie natty nettie; natasha nat tasha; nathan nat nate;
nathaniel nat nate nathan natty than; nelle nelly; nelson nels; newt newton; newton newt; nicholas claas claes nic
nick nickie nicky nico; nicholette cole nichole nickey nicki nicky nicole nikki; nicodemus nic nick nickie nicky nico;
nicolas nic nick nickie nicky nico; nicole cole nicki nicky nikki nole; nikolas claes nic nick nickie nicky nico;
nikole nikki; nora nonie; norbert bert norby; norbusamte norbu; norman norm; nowell noel; obadiah diah dyer obed obie;
obediah obie; obedience beda beedy biddie obed; obie obediah; octavia tave tavia; odell odo; olive livia nollie ollie;
oliver ollie; olivia livia nollie ollie; ollie oliver; onicyphorous cy cyphorus one osaforum osaforus syphorous;
orilla ora rilly; orlando roland; orphelia phelia; ossy ozzy; oswald ossy ozzy waldo; otis ode ote; pamela pam;
pandora dora; parmelia amelia melia milly; parthenia parsuny pasoonie phenie teeny; patience pat patty; patricia pat
patsy patti patty tricia trish trisha; patrick paddy pat pate patsy peter; patsy patty; patty patricia; paul polly;
paula lina polly; paulina lina polly; pauline polly; peggy peg; pelegrine perry; penelope penny; percival percy;
peregrine perry; permelia mellie melly milly; pernetta nettie; persephone seph sephy; peter pate pete; petronella
nellie; pheney josephine; pheriba ferbie pherbia; philadelphia delphia; philander fie; philetus leet phil; philinda
linda lindy lynn; philip phil pip; philipina penie phoebe pip; phillip phil pip; philly delphia; philomena menaalmena;
phoebe fifi; pinckney pink; pleasant ples; pocahontas pokey; posthuma humey; prescott pres scott scotty; priscilla
cilla cissy prissy; providence provy; prudence prudy prue; prudy prudence; rachel rachael shelly; rafaela rafa; ramona
mona; randall randy; randolf dolph randy; randolph dolph randy; raphael ralph; ray raymond; raymond ray; reba becca
beck; rebecca becca beck becky reba; reggie reg reginald; regina gina reggie; reginald naldo reg reggie renny; relief
leafa; reuben rube; reynold reginald; rhoda rodie; rhodella della; rhyna rhynie; ricardo rick ricky; rich dick rick;
richard dick dickie dickon dicky rich richie rick ricky; rick ricky; ricky dick rich; robert bill billy bob bobby dob
dobbin hob hobkin rob robby rupert; roberta bert bertie birdie birtie bobbie robbie roby; roberto rob; roderick erick
rickie rod roddy; rodger bobby hodge rod roge roger; rodney rod; roger bobby hodge rod rodger roge; roland lanny
orlando rollo rolly; ron ronnie ronny; ronald naldo ron ronnie ronny; ronny ronald; rosa rose; rosabel belle rosa rose
roz; rosabella bella belle rosa rose roz; rosaenn ann; rosaenna ann; rosalinda linda rosa rose roz; rosalyn linda rosa
rose roz; roscoe ross; rose rosie; roseann ann rose rosie roz; roseanna ann rose rosie roz; roseanne ann; rosemary
marie mary rose rosemarie rosey; rosina sina; roxane rox roxie; roxanna ann rose roxie; roxanne ann rose roxie;
rudolph dolph olph rolf rudy; rudolphus dolph olph rolf rudy; russell russ rusty; ryan ry; sabrina brina; safieel
safie; salome loomie; salvador sal sally; sam sammy; samantha mantha sam sammy; sampson sam sammy; samson sam sammy;
samuel sam sammy; samyra myra sam sammy; sandra cassandra sandy; sandy sandra; sanford sandy; sarah sadie sally sara;
sarilla silla; savannah anna savanna vannie; scott sceeter scottie scotty squat; sebastian seb sebby; selma anselm;
serena rena; serilla rilla; seymour morey see; shaina sha shay; sharon sha shay; shaun shawn; shawn shaun; sheila
cecilia; sheldon shelly; shelton shel shelly tony; sheridan dan danny sher; sheryl cheri cherie sher sheri sherri
sherry sherryl; shirley lee sherry shirl; sibbilla sibbell sibbie sybill; sidney sid syd; sigfired sid; sigfrid sid;
sigismund sig; silas si; silence liley; silvester si sly syl vest vester; simeon si sion; simon si sion; smith smitty;
socrates crate; solomon sal salmon saul sol solly zolly; sondra dre sonnie; sophia sophie; sophronia frona fronia
sophia; stacey staci stacie stacy; stacie stacey staci stacy; stacy staci; stephan steve; stephanie annie steffi
steffie steph stephani stephany stephie stephine stevie; stephen steph steve; steven steph steve stevie; stuart stu;
sue susan susie; sullivan sully van; susan hannah sue sukey susie suzie; susannah hannah sue sukey susie; susie suzie;
suzanne sue suki susie; sybill sibbie; sydney sid; sylvanus sly syl; sylvester si sly sy syl vessie vester vet; tabby
tabitha; tabitha tabby; tamarra tammy; tammie tami tammy; tammy tami tammie; tanafra tanny; tasha tash tashie; ted
teddy; temperance tempy; terence terry; teresa terry tess tessa tessie; terri teri terrie terry; terry terence; tess
teresa theresa; tessa teresa theresa; thad thaddeus; thaddeus thad; theo theodore; theodora dora; theodore ted teddy
theo; theodosia dosia theo theodosius; theophilus ophi; theotha otha; theresa terry tess tessa tessie thirza thursa
traci tracie tracy; thom thomas tom tommy; thomas thom tom tommy; thomasa tamzine; tiffany tiff tiffy; tilford tillie;
tim timmy; timothy tim timmy; tina christina; tisha tish; tobias bias toby; tom thomas tommy; tony anthony; tranquilla
quilla trannie; trish patricia trisha; trix trixie; trudy gertrude; tryphena phena; unice eunice nicie; uriah riah;
ursula sula sulie; valentina felty val vallie; valentine felty; valeri val valerie; valerie val; vanburen buren;
vandalia vannie; vanessa essa nessa vanna; vernisee nicey; veronica franky frony ron ronie ronna ronnie ronny vonnie;
vic vicki vickie vicky victor; vicki vickie vicky victoria; victor vic; victoria tori torie torri torrie tory vic
vicki vickie vicky; vijay vij; vincent vic vin vince vinnie vinny; vincenzo vic vin vince vinnie vinny; vinson vin
vince vinnie vinny; viola ola vi; violetta lettie; virginia ginger ginny jane jennie virgy; vivian vi viv; waldo ossy
ozzy; wallace wally; wally walt; walter wally walt; washington wash; webster webb; wendy wen; wesley wes; westley
farmboy wes west; wilber bert will; wilbur will willie willy; wilda willie; wilfred fred wil will willie; wilhelm wil
willie; wilhelmina mina minnie willie wilma; will bill fred wilbur willie; william bela bell bill billy wil will
willie willy; willie fred william; willis bill willy; wilma billiewilhelm william; wilson will willie willy; winfield
field win winny; winifred freddie winnet winnie; winnie winnifred; winnifred fred freddie freddy winnie winny; winny
winnifred; winton wint; woodrow drew wood woody; yeona ona onie; yoshihiko yoshi; yulan lan yul; yvonne vonna; zach
zack zak; zachariah zac zach zachy zack zak zakk zeke; zachary zac zach zachy zack zak zakk zeke; zachery zac zach
zachy zack zak zakk zeke; zack zach zak; zebedee zeb; zedediah diah dyer zed; zephaniah zeph
`

let likeness: ReadonlyMap<string, readonly string[]> | undefined

/** The nicknames of a name in small letters, and the names that it is a nickname of. */
export function namesLike(name: string): readonly string[] {
  likeness ??= likenessOf(table)
  return likeness.get(name) ?? []
}

function likenessOf(lines: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  const add = (one: string, other: string) => found.set(one, (found.get(one) ?? new Set()).add(other))
  for (const line of lines.trim().split(';')) {
    const [name = '', ...nicknames] = line.trim().split(/\s+/)
    for (const nickname of nicknames) {
      if (nickname === name) continue
      add(name, nickname)
      add(nickname, name)
    }
  }
  return new Map(Array.from(found, ([name, others]) => [name, [...others]]))
}
