import type { SeedTexts } from '../../seed-texts.ts'
import { errands } from './errands.ts'
import { family } from './family.ts'
import { friends } from './friends.ts'
import { familyGroup, friendsGroup, workGroup } from './groups.ts'
import { localGroup } from './local-group.ts'
import { messageTemplates } from './message-templates.ts'

import { work } from './work.ts'

/** Names and words of the world in Taiwan's Chinese. */
const people: SeedTexts['people'] = {
  me: '阿樂',
  close: '宜庭',
  friend1: '柏翰',
  friend2: '小咪',
  friend3: '阿勳',
  friend4: '芝芝',
  friend5: '老賴',
  friend6: '品妤',
  friend7: '冠宇',
  friend8: '小魚',
  friend9: '阿哲',
  mother: '美惠',
  father: '文雄',
  sister: '怡君',
  grandmother: '阿嬤',
  cousin: '小胖',
  manager: '淑芬姐',
  colleague1: '雅婷',
  colleague2: '志豪',
  colleague3: '小安',
  colleague4: '阿猛',
  colleague5: '靖雯',
  colleague6: '大維',
  landlord: '許伯伯',
  teacher: '真由老師',
  neighbour: '隔壁林媽媽',
  shop: '阿和單車行',
  coach: '猴哥',
  echo: '回音妹',
  slow: '慢吞',
  chatterbox: '嘰喳',
  painter: '小畫',
  reader: '靜宜',
  newcomer: '小滿',
  applicant1: '陶子',
  applicant2: '阿力',
  applicant3: '九樓陳太太',
  quiet1: '小鹿',
  quiet2: '阿森',
  quiet3: '思穎',
  quiet4: '國榮',
  quiet5: '可可',
  member1: '芋圓',
  member2: '阿飛',
  member3: '孫姐',
  member4: '小武',
  member5: '婷婷',
  member6: '沈館員',
}

const remarks: SeedTexts['remarks'] = {
  mother: '老媽',
  father: '老爸',
  sister: '怡君🐢',
  landlord: '許伯伯（房東）',
  teacher: '真由老師（日文）',
  neighbour: '林媽媽',
  coach: '猴哥（攀岩）',
  cousin: '表弟小胖',
}

const groups: SeedTexts['groups'] = {
  oldFriends: '最後一排永遠在',
  weekend: '週末走步道',
  family: '我們這一家🏡',
  team: '中午吃什麼',
  project: '春季專案',
  building: '水源街14號住戶群',
  club: '禮拜四讀書會',
  news: '社區圖書館公告',
}

const tags: SeedTexts['tags'] = {
  family: '家人',
  work: '同事',
  weekend: '週末玩伴',
  closest: '最親的人',
}

const slots: SeedTexts['slots'] = {
  name: ['阿明', '小慧', '佩佩', '阿寬', '小綠', '圓仔', '大頭', '阿芳', '小東', '果果', '老何', '阿七'],
  food: [
    '滷肉飯',
    '牛肉麵',
    '鹹酥雞',
    '蚵仔煎',
    '小火鍋',
    '涼麵',
    '水餃',
    '肉圓',
    '雞排',
    '咖哩飯',
    '貢丸湯',
    '蛋餅',
  ],
  drink: ['珍奶', '多多綠', '冬瓜檸檬', '熱拿鐵', '無糖青茶', '紅茶拿鐵', '杏仁茶'],
  place: [
    '河濱公園',
    '黃昏市場',
    '二輪戲院',
    '大湖邊',
    '巷口那家咖啡',
    '攀岩館',
    '美術館',
    '後火車站',
    '運動中心',
    '夜市口',
  ],
  city: ['花蓮', '台南', '澎湖', '宜蘭', '台東', '鹿港', '小琉球', '恆春'],
  show: ['那部懸疑劇', '烘焙實境秀', '燈塔那部', '章魚的紀錄片', '太空站那部', '新上的古裝'],
  time: ['六點半', '七點', '八點一刻', '中午', '五點多', '十點', '下午三點', '一點半'],
  day: ['禮拜六', '禮拜天', '禮拜四', '禮拜五', '明天', '禮拜一', '禮拜三'],
  thing: ['電鑽', '帳篷', '烤模', '鋁梯', '行李箱', '縫紉機', '保冰桶', '投影機'],
  task: ['預算表', '新人手冊', '改版說明', '問卷結果', '客戶名單', '新首頁', '請款範本', '教育訓練簡報'],
  number: ['三', '四', '五', '六', '八', '十二', '二十'],
}

export const seedTexts: SeedTexts = {
  people,
  remarks,
  groups,
  tags,
  slots,
  messageTemplates,
  threads: { friends, family, work, ...errands, friendsGroup, familyGroup, workGroup, localGroup },
}
