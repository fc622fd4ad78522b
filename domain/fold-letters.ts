/**
 * The Latin letters that Unicode does not decompose, in lower case, after what any-ascii 0.3.3 writes for them. A test
 * compares it with that library: docs/decisions/2026-11-27-folded-letters.md.
 */
const LETTERS = `2 ƨ, 3 ꜫ, 4 ꜭꜯ, 5 ƽ, 6 ƅ, a ⱥʌɐɑɒᴀᶏᶐꞻꬰꭤ, aa ꜳ𐞀, ae æᴁᴂꞛꬱ, ao ꜵ, au ꜷ, av ꜹꜻ, ay ꜽ, b ƀɓƃʙᴃᴯᵬᶀꞗꞵ,
  c ƈǀȼɕᴄↄꜿꞓꞔ𝼝, d ðđɖɗƌȡᴅᴆᵭᶁᶑẟꝱꝺꟈ𝼥, db ȸ, dz ƻʣʥꭦ, dzh ʤ𝼒𝼙, e ǝəɛɇɘɜᴇᴈᶒᶓᶔᶕⱸⱻꬲꬳꬴ, er ɚɝ, f ƒɸᵮᶂⅎꜰꝼꞙꟻꬵ,
  fng ʩ𝼀, g ɠɣǥɡɢʛᵷᵹᶃꞡꟑꬶ𝼁𝼂, gh ƣ, h ħɦɧʜⱨⱶꜧꞕꟶ, hw ƕ, i ıɩɨɪɿʅᴉᵎᵻᵼᶖꞽꟷꟾ𝼚, ia ꭠ, ie ꭡ, j ȷɉɟʄʝᴊ,
  k ƙʞᴋᶄⱪꝁꝃꝅꞣ𝼃𝼐, l łƚƛȴɫɬɭʟᴌᶅⱡꝇꝉꝲꞎꟛꬷꬸꬹ𝼄𝼑𝼓𝼦, ll ỻꞁ, ls ʪ, lz ʫ, lzh ɮ𝼅, m ɱᴍᵯᶆꝳꟽꟿꬺ, n ɲƞȵɳɴᴎᴻᵰᶇꝴꞑꞥꬻ𝼧,
  ng ŋꝿꬼ𝼇𝼔, o øɔɵɞᴏᴐᴑᴒᴓᴖᴗᶗⱷⱺꝋꝍꞷꟁꬽꬾꬿ𝼛, oe œɶʚᴔꞝꭀꭁꭂꭢ, oo ꝏꭃꭄ, ou ȣᴕ, p ƥᴘᵱᵽᶈꝑꝓꝕꟼ, pc ʘ, q ĸǃɋʗʠꝗꝙꞯ𝼊𝼏,
  qc ǂ𝼋𝼌, qp ȹ, r ʀɍɹɺɻɼɽɾʁᴙᴚᵲᵳᶉⱹꝛꝝꝵꝶꞃꞧꭅꭆꭇꭉꭋꭌꭨ𝼈𝼕𝼖𝼨, rr ꭈꭊ, s ȿʂᵴᶊẜẝꜱꝭꝸꞅꞩꟊꟍꟗꟙ𝼞𝼩, sh ʃƪʆᶋᶘꭍ, ss ß,
  t ŧƫƭʈȶⱦʇᴛᵵꝷꞇ𝼉𝼍𝼪, tc ʨ, th þᵺꝥꝧ, thth ꟓ, ts ƾʦꭧ, tsh ʧ𝼗𝼜, tz ꜩ, u ʊʉɤɷᴜᴝᴞᵾᵿᶙꞹꞿꭎꭏꭒ, ue ᵫꞟ, ui ꭐꭑ,
  uo ꭣ, v ʋᴠᶌỽⱱⱴꝟꝩ, vy ꝡ, w ɯƿɰʍᴟᴡⱳꟃꟺ, ww ʬꟕ, x ǁʖᶍꭓꭔꭕꭖꭗꭘꭙ𝼎, y ƴȝɏɥʎʏʮʯỿꭚ𝼆, z ƍƶȥɀʐʑᴢᵶᶎⱬꝣ, zh ʒƺʓᴣᶚ𝼘`

/** Apostrophes as keyboards and programs write them, the letters that languages use as such, and the point in `l·l`. */
const APOSTROPHES = /['`´‘’‛′＇ʹʻʼʾʿ·ƹɂʔʕʡʢʭᴤᴥꜣꜥꝫꝯꞌꞏːˑ]/g
const ACCENTS = /[\u0300-\u036f]/g

let plainLetters: ReadonlyMap<string, string> | undefined

/**
 * The text in small letters, with every Latin letter as ASCII ones and without accents and apostrophes: `Łopata` gives
 * `lopata`, `Straße` `strasse`, `O’Connor` `oconnor`. Other scripts stay, without the accents of Greek and Cyrillic.
 */
export function foldLetters(text: string): string {
  const table = (plainLetters ??= readLetters())
  return text
    .replaceAll(APOSTROPHES, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(ACCENTS, '')
    .replaceAll(APOSTROPHES, '')
    .replaceAll(/\P{ASCII}/gu, (letter) => table.get(letter) ?? letter)
    .normalize('NFC')
}

function readLetters(): ReadonlyMap<string, string> {
  return new Map(
    LETTERS.split(/,\s+/).flatMap((entry) => {
      const [plain = '', letters = ''] = entry.split(' ')
      return Array.from(letters, (letter) => [letter, plain] as const)
    }),
  )
}
