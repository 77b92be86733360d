/**
 * Words that are tried first, in the form that `stemOf` leaves of a password: small letters without what stands before
 * and behind them, so that one word here stands for all its years, numbers and exclamation marks.
 */
const words = `
  password passwort passwd pass pwd passw passphrase mypassword thepassword newpassword oldpassword userpassword
  adminpassword rootpassword defaultpassword changeme changeit changepassword letmein letmeinnow openup opensesame
  secret topsecret mysecret secrets default temp temporary tempo guest visitor test tester testing testuser testtest
  demo demouser sample example trial public private access accessgranted login logon signin signup user username
  users superuser poweruser root rootroot toor admin admins adminadmin administrator administrador administrateur
  sysadmin systemadmin webadmin dbadmin master webmaster postmaster operator manager supervisor superman superadmin
  system systems server service services support helpdesk office officer company enterprise business finance sales
  salesman purchase warehouse stock inventory order orders customer supplier dealer channel channels qudao qudaoyun
  qudaocloud qudaoadmin erp erpadmin crm oa kingdee yonyou ufida welcome welcomeback welcometo hello hellohello
  helloworld hellokitty hithere hey world computer laptop desktop internet intranet network wireless wifi router
  gateway cisco oracle mysql postgres postgresql mongodb redis docker linux ubuntu debian windows microsoft google
  facebook twitter instagram linkedin youtube amazon apple iphone samsung huawei xiaomi lenovo alibaba alipay taobao
  tencent weixin wechat baidu douyin weibo android nokia sony playstation nintendo pokemon pikachu minecraft fortnite
  starwars startrek matrix batman spiderman ironman avengers hulk thor joker naruto onepiece goku dragonball zelda
  mario luigi sonic tetris warcraft starcraft counterstrike halflife diablo blizzard steam gamer gaming player player
  dragon monkey tiger lion panda bear wolf fox eagle falcon hawk phoenix unicorn horse pony kitty kitten puppy doggy
  cat cats dog dogs fish shark dolphin whale turtle snake spider butterfly bird chicken rabbit bunny mouse elephant
  iloveyou iloveu ilovey iloveme iloveher iloveyouso loveyou lovely love loveme lover lovers loving forever always
  sweetheart sweety sweetie honey baby babe babygirl babyboy darling angel angels princess prince queen king kings
  beautiful pretty handsome cutie sexy kiss kisses heart hearts happy happiness smile smiley lucky goodluck blessed
  jesus christ jesuschrist god godisgood faith hope grace heaven trustno trustnoone freedom liberty peace victory
  winner champion champions legend hero ninja samurai pirate warrior knight wizard magic merlin gandalf hobbit frodo
  shadow killer hunter ranger rider racer speed turbo nitro ferrari porsche mercedes lamborghini bmw audi toyota honda
  mustang corvette camaro harley yamaha kawasaki suzuki ducati football soccer baseball basketball hockey tennis golf
  golfer rugby cricket volleyball swimming running boxing wrestling arsenal chelsea liverpool manchester unitedfc
  barcelona realmadrid juventus bayern dortmund yankees lakers cowboys steelers packers eagles patriots redsox celtics
  michael michelle jordan jennifer jessica ashley amanda daniel david robert andrew anthony charlie thomas george
  william james john johnny joseph joshua matthew mike mickey nicole nicholas oliver olivia patrick peter pepper
  richard sarah samantha sophie stephen steven summer taylor tiffany victoria vanessa veronica maria martin maggie
  hannah harry heather isabella jasmine justin karen kevin laura lauren lisa alex alexander alexis amber andrea anna
  barbara brandon brian carlos chris christian christine cookie crystal diana edward elizabeth emily emma eric eva
  winter spring autumn season january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday weekend holiday vacation christmas halloween birthday
  newyear chinese china beijing shanghai shenzhen guangzhou hangzhou nanjing chengdu wuhan hongkong taiwan taipei
  america american canada mexico brasil brazil london paris berlin madrid roma italia france germany espana russia
  moscow india mumbai tokyo japan korea seoul singapore australia sydney newyork boston chicago dallas houston texas
  florida california hawaii orange banana cherry lemon melon mango peach strawberry pineapple coffee chocolate cheese
  pizza burger sugar candy butter bread chicken hotdog beer whisky vodka wine water fire earth wind thunder lightning
  storm rain snow sunshine sunny moon moonlight star stars starlight galaxy universe planet mars jupiter saturn space
  rainbow flower flowers rose roses lily daisy jasmin violet orchid garden forest ocean river mountain island beach
  black white red green blue yellow purple pink silver gold golden diamond crystal emerald ruby sapphire pearl money
  dollar dollars million millionaire billion cash bank rich bitcoin crypto ethereum pokerface poker casino jackpot
  music guitar piano drums rockstar rocknroll metallica nirvana beatles eminem rihanna beyonce blink slipknot linkin
  school student teacher college university study library book books pencil paper science physics chemistry biology
  friend friends friendship family mother father mommy daddy mama papa brother sister grandma grandpa children child
  woaini woaiwo woaiwojia woaizhongguo wodemima mima nihao nihaoma zhongguo baobao laopo laogong xiaoming wangwei
  zhangwei lijing liwei zhangsan lisi wangwu zhaoliu haoren meinv shuaige gongzuo gongsi caiwu xiaoshou cangku
  aini aiwojia qinaide baobei meimei gege jiejie didi tiantian kuaile xingfu pingan jiankang facai gongxi longnian
  qwerty qwert qwertz qwertyu qwertyui qwertyuiop azerty qweasd qweasdzxc qazwsx qazwsxedc wsxedc qwe qweqwe qwaszx
  asd asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl asdasd asdzxc zxc zxcv zxcvb zxcvbn zxcvbnm zxczxc zaqxsw zaqwsx
  poiuyt poiuytrewq lkjhgf lkjhgfdsa mnbvcxz mnbvc ytrewq trewq rewq fdsa vcxz abc abcd abcde abcdef abcdefg abcdefgh
  abcabc xyz xxx aaa abcxyz aabbcc zyxwvu fuckyou fuckoff fuckme fuck asshole bullshit bitch whatever nothing nopass
  nopassword blank none null undefined unknown anonymous nobody somebody everybody someone enter entry open close
  start stop begin finish first second third number digit key keyboard keypad security secure safety protect guard
  shield defender firewall antivirus hacker hacked hackme cracker crack exploit backdoor trojan virus
`;

/** Walks over the keys that mix digits and letters, as `typed` leaves them. */
const walks = `
  1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3 q1w2e3r4 q1w2e3r4t5 1qaz 1qaz2wsx 1qaz2wsx3edc 2wsx3edc zaq12wsx zaq1xsw2 1qazxsw2
  qaz123 wsx123 1a2b3c 1a2b3c4d a1b2c3 a1b2c3d4 a1s2d3 a1s2d3f4 1z2x3c 1z2x3c4v z1x2c3 z1x2c3v4 123qwe 123qweasd
  123qwe123 qwe123qwe 12qwaszx 12qw12qw 1234qwer qwer1234 123abc 1234abcd abc123abc 123asd 123asd123 123zxc 5201314
  woaini1314 woaini520 520woaini 1314woaini p4ssw0rd p4ssword passw0rd pa55word pa55w0rd pass1word 4dm1n
`;

const known = new Set(words.trim().split(/\s+/));
const walked = new Set(walks.trim().split(/\s+/));
const meant: Readonly<Record<string, string>> = {
  '@': 'a',
  4: 'a',
  3: 'e',
  1: 'i',
  '!': 'i',
  0: 'o',
  $: 's',
  5: 's',
  7: 't',
};

/** What is left without the digits and signs around it. */
const stemOf = (text: string): string => text.replaceAll(/^[\d\W_]+|[\d\W_]+$/g, '');
/** "passwordpassword" and "abcabcabc" are one word. */
const once = (text: string): string => /^(.+?)\1+$/.exec(text)?.[1] ?? text;
/** Signs for letters, read as the letters: p@ssw0rd. */
const read = (text: string): string => text.replaceAll(/[@43!10$57]/g, (sign) => meant[sign] ?? sign);

/** Whether it is among what an attacker tries first, whatever case, digits and signs stand around it. */
export function isCommonPassword(password: string): boolean {
  const typed = password.normalize('NFKC').toLowerCase();
  const bare = typed.replaceAll(/[\W_]+/g, '');
  const stem = stemOf(typed);
  const stems = [stem, once(stem), stemOf(read(typed)), read(stem), once(read(stem)), stem.replaceAll(/[\d\W_]/g, '')];
  return (
    // One letter and a row of digits, or one sign over and over.
    (stem.length <= 2 && typed.length < 12) ||
    new Set(bare).size <= 3 ||
    [bare, once(bare), bare.replace(/\d{1,4}$/, '')].some((each) => walked.has(each)) ||
    stems.some((each) => known.has(each))
  );
}

/** How many words the rule knows. */
export const commonCount = known.size + walked.size;
