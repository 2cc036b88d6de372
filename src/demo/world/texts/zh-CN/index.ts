import type { SeedTexts } from '../../seed-texts.ts'
import { errands } from './errands.ts'
import { family } from './family.ts'
import { friends } from './friends.ts'
import { familyGroup, friendsGroup, workGroup } from './groups.ts'
import { localGroup } from './local-group.ts'
import { messageTemplates } from './message-templates.ts'

import { work } from './work.ts'

/** Names and words of the world in simplified Chinese. */
const people: SeedTexts['people'] = {
  me: '小舟',
  close: '林晓',
  friend1: '大鹏',
  friend2: '安琪',
  friend3: '阿凯',
  friend4: '豆豆',
  friend5: '老周',
  friend6: '雪梅',
  friend7: '子墨',
  friend8: '橙子',
  friend9: '阿杰',
  mother: '秀兰',
  father: '建国',
  sister: '小雨',
  grandmother: '外婆',
  cousin: '壮壮',
  manager: '陈姐',
  colleague1: '佳宁',
  colleague2: '小吴',
  colleague3: '文静',
  colleague4: '大刘',
  colleague5: '思远',
  colleague6: '阿峰',
  landlord: '王叔',
  teacher: '何老师',
  neighbour: '赵阿姨',
  shop: '老马修车',
  coach: '石头教练',
  echo: '回声妹',
  slow: '慢慢',
  chatterbox: '叽叽',
  painter: '小墨',
  reader: '静静',
  newcomer: '小满',
  applicant1: '晴天',
  applicant2: '阿力',
  applicant3: '李婶',
  quiet1: '小鹿',
  quiet2: '阿木',
  quiet3: '思思',
  quiet4: '老郑',
  quiet5: '可可',
  member1: '南瓜',
  member2: '阿飞',
  member3: '孙姐',
  member4: '小武',
  member5: '婷婷',
  member6: '沈老师',
}

const remarks: SeedTexts['remarks'] = {
  mother: '妈',
  father: '老爸',
  sister: '妹妹🐢',
  landlord: '王叔（房东）',
  teacher: '何老师（书法）',
  neighbour: '对门赵阿姨',
  coach: '石头（羽毛球）',
  cousin: '表弟壮壮',
}

const groups: SeedTexts['groups'] = {
  oldFriends: '后排不散',
  weekend: '周末爬山小分队',
  family: '相亲相爱一家人',
  team: '今天吃啥（工作群）',
  project: '春季上线筹备',
  building: '梧桐里3号楼邻居群',
  club: '周四读书会',
  news: '区图书馆公告',
}

const tags: SeedTexts['tags'] = {
  family: '家人',
  work: '同事',
  weekend: '周末玩伴',
  closest: '最亲的人',
}

const slots: SeedTexts['slots'] = {
  name: ['小陈', '阿宝', '娜娜', '小胖', '阿青', '圆圆', '大志', '小月', '阿东', '果果', '老何', '小七'],
  food: [
    '火锅',
    '酸菜鱼',
    '红烧肉',
    '番茄鸡蛋面',
    '羊肉串',
    '麻辣烫',
    '饺子',
    '小笼包',
    '凉皮',
    '黄焖鸡',
    '螺蛳粉',
    '煎饼',
  ],
  drink: ['奶茶', '豆浆', '美式', '酸梅汤', '柠檬茶', '热可可', '菊花茶'],
  place: [
    '公园东门',
    '菜市场',
    '老电影院',
    '湖边',
    '河边那家咖啡馆',
    '羽毛球馆',
    '博物馆',
    '南站',
    '游泳馆',
    '夜市',
  ],
  city: ['成都', '青岛', '西安', '大理', '泉州', '苏州', '长沙', '哈尔滨'],
  show: ['那部刑侦剧', '那个做饭综艺', '灯塔那个剧', '讲文物的纪录片', '那部太空剧', '新出的古装剧'],
  time: ['六点半', '七点', '八点一刻', '中午', '五点左右', '十点', '下午三点', '一点半'],
  day: ['周六', '周日', '周四', '周五', '明天', '周一', '周三'],
  thing: ['电钻', '帐篷', '烤盘', '梯子', '行李箱', '缝纫机', '保温箱', '投影仪'],
  task: ['预算表', '新人手册', '更新说明', '问卷结果', '客户名单', '新首页', '报销模板', '培训课件'],
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
