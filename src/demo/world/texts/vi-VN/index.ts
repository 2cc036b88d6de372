import type { SeedTexts } from '../../seed-texts.ts'
import { errands } from './errands.ts'
import { family } from './family.ts'
import { friends } from './friends.ts'
import { familyGroup, friendsGroup, workGroup } from './groups.ts'
import { localGroup } from './local-group.ts'
import { messageTemplates } from './message-templates.ts'

import { work } from './work.ts'

/** Names and words of the Vietnamese world. */
const people: SeedTexts['people'] = {
  me: 'An Nhiên',
  close: 'Thảo My',
  friend1: 'Hoàng',
  friend2: 'Bảo Ngọc',
  friend3: 'Khánh',
  friend4: 'Tí Nị',
  friend5: 'Long còi',
  friend6: 'Quỳnh',
  friend7: 'Duy',
  friend8: 'Mít',
  friend9: 'Tuấn Anh',
  mother: 'Bích Hạnh',
  father: 'Văn Thành',
  sister: 'Bống',
  grandmother: 'Bà ngoại',
  cousin: 'Cu Tèo',
  manager: 'Chị Phương',
  colleague1: 'Minh Châu',
  colleague2: 'Hùng',
  colleague3: 'Thư',
  colleague4: 'Đạt',
  colleague5: 'Hải Yến',
  colleague6: 'Kiên',
  landlord: 'Chú Tám',
  teacher: 'Cô Lan Anh',
  neighbour: 'Bác Hiền',
  shop: 'Sửa xe Anh Ba',
  coach: 'Anh Sơn',
  echo: 'Vọng Vọng',
  slow: 'Từ Từ',
  chatterbox: 'Líu Lo',
  painter: 'Họa Mi',
  reader: 'Lặng',
  newcomer: 'Nắng',
  applicant1: 'Hạ Vy',
  applicant2: 'Phúc',
  applicant3: 'Cô Sáu',
  quiet1: 'Ngân',
  quiet2: 'Toàn',
  quiet3: 'Diệp',
  quiet4: 'Bác Lâm',
  quiet5: 'Su Su',
  member1: 'Bơ',
  member2: 'Phong',
  member3: 'Chị Thủy',
  member4: 'Vũ',
  member5: 'Linh Đan',
  member6: 'Cô Mai thủ thư',
}

const remarks: SeedTexts['remarks'] = {
  mother: 'Mẹ',
  father: 'Bố',
  sister: 'Bống 🐢',
  landlord: 'Chú Tám (chủ nhà)',
  teacher: 'Cô Lan Anh – tiếng Nhật',
  neighbour: 'Bác Hiền nhà bên',
  coach: 'Anh Sơn (cầu lông)',
  cousin: 'Tèo em họ',
}

const groups: SeedTexts['groups'] = {
  oldFriends: 'Hội bàn cuối bất diệt',
  weekend: 'Cuối tuần đi đâu',
  family: 'Nhà mình 🏡',
  team: 'Trưa nay ăn gì',
  project: 'Ra mắt mùa xuân',
  building: 'Cư dân ngõ 14',
  club: 'Câu lạc bộ sách thứ Năm',
  news: 'Tin thư viện phường',
}

const tags: SeedTexts['tags'] = {
  family: 'Gia đình',
  work: 'Đồng nghiệp',
  weekend: 'Cuối tuần',
  closest: 'Thân nhất',
}

const slots: SeedTexts['slots'] = {
  name: ['Nam', 'Trang', 'Giang', 'Mập', 'Hòa', 'Ốc', 'Việt', 'Nhung', 'Tùng', 'Cún', 'Hiếu', 'Thắm'],
  food: [
    'bún chả',
    'phở bò',
    'cơm tấm',
    'bún riêu',
    'lẩu gà lá é',
    'bánh xèo',
    'mì Quảng',
    'cá kho',
    'nem rán',
    'bánh cuốn',
    'hủ tiếu',
    'xôi xéo',
  ],
  drink: ['cà phê sữa', 'trà đá', 'bạc xỉu', 'nước mía', 'trà đào', 'sinh tố bơ', 'trà chanh'],
  place: [
    'công viên',
    'chợ đêm',
    'rạp phim cũ',
    'bờ hồ',
    'quán cà phê đầu ngõ',
    'sân cầu lông',
    'bảo tàng',
    'ga tàu',
    'bể bơi',
    'hiệu sách cũ',
  ],
  city: ['Đà Lạt', 'Hội An', 'Huế', 'Quy Nhơn', 'Sa Pa', 'Cần Thơ', 'Ninh Bình', 'Phú Yên'],
  show: [
    'phim trinh thám hôm nọ',
    'chương trình nấu ăn',
    'phim ngọn hải đăng',
    'phim tài liệu bạch tuộc',
    'phim trạm vũ trụ',
    'phim cổ trang mới',
  ],
  time: [
    'sáu rưỡi',
    'bảy giờ',
    'tám giờ mười lăm',
    'trưa',
    'tầm năm giờ',
    'mười giờ',
    'ba giờ chiều',
    'một rưỡi',
  ],
  day: ['thứ Bảy', 'Chủ nhật', 'thứ Năm', 'thứ Sáu', 'ngày mai', 'thứ Hai', 'thứ Tư'],
  thing: ['máy khoan', 'lều', 'khuôn bánh', 'thang', 'vali', 'máy khâu', 'thùng đá', 'máy chiếu'],
  task: [
    'bảng dự toán',
    'tài liệu nhân viên mới',
    'ghi chú bản mới',
    'kết quả khảo sát',
    'danh sách khách',
    'trang chủ mới',
    'mẫu thanh toán',
    'slide đào tạo',
  ],
  number: ['ba', 'bốn', 'năm', 'sáu', 'tám', 'mười hai', 'hai mươi'],
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
