import type { Errands } from '../../seed-texts.ts'

/** Talk with people one deals with; `a` is the other, `b` the person signed in. */
export const errands: Errands = {
  landlord: [
    [
      'b Chú ơi, vòi nước bếp lại nhỏ giọt ạ',
      'a Nhiều không cháu',
      'b tầm một cốc một tiếng ạ',
      'a {time} {day} chú qua xem',
      'b dạ cháu ở nhà',
      'a 👍',
    ],
    [
      'a Thợ điều hòa {day} tới, từ chín giờ tới trưa',
      'b có cần người ở nhà không chú',
      'a Có thì tốt, mười phút thôi',
      'b vậy cháu làm ở nhà',
      'a Phiền cháu nhé',
    ],
    [
      'a Từ {day} xe rác đổi giờ, {time} mới tới',
      'b còn đồ tái chế thì sao ạ',
      'a Chưa thấy thông báo',
      'b dạ cháu chờ 😄',
    ],
  ],
  teacher: [
    [
      'a Bài tập thế nào em',
      'b nửa đầu chắc, nửa sau em đoán ạ',
      'a Sáng tạo đấy! {day} mang cả đi nhé',
      'b em hỏi nhiều được không cô',
      'a Đi học là để hỏi mà 🙂',
    ],
    [
      'b cô ơi mình đổi buổi được không ạ',
      'a Được, em rảnh hôm nào',
      'b {day}, sau {time} là được ạ',
      'a Cô ghi rồi nhé',
      'b em cảm ơn cô',
    ],
    [
      'a Lần tới viết mười câu thì quá khứ về {food}',
      'b đã ăn, đã no, đã hối hận',
      'a Đúng tinh thần đó',
      'b hẹn cô {day} ạ!',
    ],
    [
      'b hôm nay em gọi món bằng tiếng Nhật thành công cô ạ',
      'a すごい! Em gọi gì',
      'b {drink} ạ, có chỉ tay một chút',
      'a Chỉ tay cũng là một ngôn ngữ',
    ],
  ],
  neighbour: [
    [
      'a Bác nhận hộ cháu gói hàng này',
      'b cháu cảm ơn bác, cả ngày cháu đi vắng',
      'a Có gì đâu, bác ở nhà tới {time}',
      'b mười phút nữa cháu sang',
      'a Vừa pha trà, cứ từ từ',
      'b cháu mang bánh đậu xanh sang nhé',
    ],
    [
      'a Từ {day} tưới cây hộ bác được không, mỗi ban công thôi',
      'b được ạ, chìa khóa vẫn dưới con ếch?',
      'a Vẫn dưới con ếch',
      'b bác đi đâu thế ạ',
      'a Vào {city} thăm bà chị',
      'b bác đi vui nhé!',
    ],
    [
      'b tối qua nhạc có ồn quá không bác',
      'a Không, bài nào bác cũng thuộc',
      'b lần sau bác sang chơi',
      'a Rủ thật là bác sang đấy',
      'b bác nhớ mang chè nhé 😄',
    ],
  ],
  shop: [
    [
      'a Xe xong rồi, qua lấy lúc nào cũng được',
      'b nhanh vậy anh!',
      'a Lỗi nhỏ thôi, anh mở tới bảy giờ',
      'b {time} em qua',
      'a Ok em',
    ],
    [
      'b anh ơi thay xích tầm bao nhiêu ạ',
      'a Tùy loại, để anh xem đã nhé',
      'b dạ',
      'a {day} dắt qua, xem không mất tiền',
      'b em cảm ơn anh',
    ],
    [
      'a Cái chuông em đặt về rồi',
      'b cái kêu to ấy hả anh',
      'a Cái kêu rất to',
      'b anh giữ giùm em, {day} em lấy',
    ],
  ],
  coach: [
    [
      'a {time} {day} có sân, giữ một chỗ nhé',
      'b dạ giữ ạ! em rủ {name} được không',
      'a Được, vợt anh có',
      'b hẹn anh',
      'a Lần này ăn gì trước đi đã',
    ],
    [
      'a Cổ tay sao rồi',
      'b nó có ý kiến anh ạ',
      'a Nghỉ tới {day}, rồi tập bước chân',
      'b thế thì mỏi chân',
      'a Chân đâu có được nghỉ',
    ],
    [
      'a Bình nước lại để quên đây này',
      'b cái dán đầy hình hả anh',
      'a Ở đây nó có chỗ riêng luôn rồi',
      'b {day} em tới thăm nó',
    ],
  ],
}
