import type { SeedTexts } from '../../seed-texts.ts'

const recipe = `đây, công thức thịt kho của dì, chép nguyên lời:

1. một cân ba chỉ, cắt to bằng bao diêm
2. rửa nước muối, trần qua nước sôi
3. ướp nước mắm, hành tím, một thìa đường
4. để yên ba mươi phút, đừng mở ra xem
5. thắng nước màu: hai thìa đường, lửa nhỏ
6. màu cánh gián là được, đen là bỏ
7. cho thịt vào đảo cho săn
8. nước dừa ngập thịt
9. sôi thì hớt bọt
10. hạ lửa thật nhỏ
11. trứng luộc bóc vỏ thả vào
12. không đậy kín, đậy kín nước đục
13. một tiếng rưỡi
14. trong lúc đó vo gạo
15. gọi cả nhà
16. gọi lại lần nữa
17. nêm lại, thường là thôi khỏi nêm
18. thêm quả ớt cho thơm
19. tắt bếp, đợi mười phút dù chẳng ai đợi nổi
20. để tới mai còn ngon hơn
21. thường thì chẳng còn tới mai`

const story = `rồi, kể từ đầu vụ chuyển nhà nhé.

Xe hẹn tám giờ. Tám giờ trời mưa, không to, vừa đủ làm mềm hết thùng các-tông. {name} hứa dẫn hai người bạn khỏe, rốt cuộc dẫn một người bạn với một cây đàn ghi-ta.

Ghế sô pha gần cửa nên lên xe trước. Sau mới biết thế là sai: lên trước thì xuống sau cùng, nên tới nửa đêm chẳng ai có chỗ ngồi.

Rồi tới cầu thang. Nhà cũ tầng một, nhà mới tầng năm, không thang máy, chỗ rẽ hẹp hơn cái tủ đúng một gang tay. Tháo cửa tủ, tháo lưng tủ, cuối cùng kéo qua ban công bằng hai sợi dây, cả ngõ đứng dưới góp ý, có ông cứ hô “sang trái, sang trái”, trái của ông ấy.

Cô dạy đàn tầng hai pha trà cho tất cả, mỗi món đồ cô đàn một bài, bài cho cái tủ lạnh hùng tráng nhất.

Sáu giờ xong hết. Bảy giờ phát hiện tủ lạnh vẫn trên xe. Tám giờ nó vào bếp, chín giờ nó kêu ù ù, mười giờ cả bọn ngồi bệt ăn mì dưới ánh đèn xe đạp, thề là bữa ngon nhất năm.

Chìa khóa nhà cũ vẫn trong túi, mai trả. Hôm nay chỉ muốn nằm nhìn trần nhà, cao, trắng, và là của bọn mình.`

export const messageTemplates: SeedTexts['messageTemplates'] = {
  openers: ['ê', 'ơi', 'này', 'alo', 'hỏi tí', 'nghe này', 'rảnh không', '👋', 'ủa'],
  reactions: [
    'haha',
    '😂',
    '👍',
    '❤️',
    'cười xỉu',
    'thật',
    'chuẩn',
    'ồ',
    '🙌',
    'có lý',
    'được đấy',
    'ừm',
    '😅',
    'tớ cũng thế',
    'ok nha',
    '💛',
    'đỉnh',
  ],
  monologues: [
    [
      'đang ở {place}',
      'không tin nổi đâu',
      'có {food}!',
      'loại xịn ấy',
      'mua cho một phần nhé',
      'thôi mua rồi',
      'đang mang về 😇',
    ],
    ['hỏi cái này', '{day} rảnh không', 'tầm {time}', 'bận thì thôi', 'mà rảnh thì vui lắm', '🙂'],
    [
      'nghĩ lại lời hôm qua',
      'đúng thật, phải hỏi thẳng thôi',
      'cùng lắm là không',
      'ít ra còn biết',
      'cảm ơn đã nghe nha 💛',
    ],
    ['mang áo mưa chưa', 'bên này sắp mưa', 'mưa to thật đấy', 'thôi lại nắng rồi', 'trời với đất'],
    [
      'đơn nộp rồi',
      'họ bảo còn thiếu một chữ ký',
      'trang hai, dưới cùng',
      'hôm nay ký được không',
      'phiền quá',
    ],
    [
      'có tin vui!!',
      'rảnh gọi lại nhé',
      'tin vui thật, đừng lo',
      'thôi không nhịn được',
      'ĐẬU RỒI 🎉',
      'mùng một bắt đầu',
    ],
  ],
  long: [
    [
      'a công thức thịt kho của dì xin được chưa',
      `b ${recipe}`,
      'a bài hay nhất tuần này',
      'b mấu chốt là bước 19',
    ],
    ['a chuyển nhà sao rồi?? im thế', `b ${story}`, 'a vừa cười vừa khóc, mang ghế qua đây'],
  ],
  links: [
    [
      'a đường đi {day} đây https://example.org/walks/mill-loop',
      'b đẹp đấy, dài không',
      'a mười hai cây, gần như bằng phẳng (https://example.org/walks/profile?id=12)',
      'b gần như',
      'a có một con dốc, dốc thân thiện',
    ],
    [
      'a vé đây https://tickets.example.com/evening/42',
      'b mua hai vé rồi, hàng {number}',
      'a nhanh thế',
      'b ăn trước thì xem www.example.net/menu nha',
    ],
  ],
  rightToLeft: [
    'a tiếng Ả Rập cảm ơn mẹ bạn ấy thế nào, muốn viết lên thiệp',
    'b شكرًا جزيلًا على كل شيء، كانت الأمسية جميلة 🌙',
    'a đẹp quá, viết từ đầu nào',
    'b từ bên phải, cứ từ từ',
  ],
  pictures: [
    [
      'a xem đang ở đâu này',
      'a [picture]',
      'b oa, gần {place} hả?',
      'a không, {city}! dậy từ bốn giờ đó',
      'b đáng quá',
    ],
    ['a vẽ trên tàu đấy', 'a [picture]', 'b màu đẹp dã man', 'a thích thì lấy đi', 'b treo lên tường luôn'],
  ],
  album: [
    'a nhìn từ trên đó xuống',
    'a [picture]',
    'a [picture]',
    'a [picture]',
    'a [video]',
    'b qua màn hình còn thấy mát',
    'a lần sau đi cùng nha',
  ],
  disappearing: [
    'ở đây đọc xong là biến mất đúng không',
    'thế bàn này: bất ngờ vào {day}',
    '{time} ở {place}, đừng nói với {name}',
  ],
  posts: [
    'Sách mới tuần này: mấy cuốn tiểu thuyết viết về {city}, một cuốn lịch sử bếp núc, và ba cuốn rất dày về chim.',
    'Giờ đọc truyện cho thiếu nhi: {time} {day}. Có sẵn đệm ngồi, rơi vụn bánh cũng không sao.',
    'Vào {day} phòng đọc đóng cửa sớm một tiếng để bảo trì thang máy.',
    'Vào {day} có buổi học vá sách. Mang theo một cuốn “đau lưng” nhé.',
    'Tháng này tìm thấy trong sách trả: một vé tàu, một lá bạch quả ép khô, một tờ ghi mỗi chữ “{food}”. Ai mất xin tới quầy.',
    'Góc ngôn ngữ vẫn đều: {day} tiếng Tây Ban Nha, hôm sau ngôn ngữ ký hiệu. Chưa biết gì cũng được.',
    'Tối cờ bàn bắt đầu lúc {time}. Con rồng nhỏ đã tìm thấy, đủ bộ rồi.',
    'Ai mượn “Tập bản đồ mây” xin trả giúp, có bạn đọc ngày nào cũng ngóng lên trời đợi.',
    'Thư viện hạt giống mở cửa: lấy một gói, mùa thu mang hạt trở lại.',
    'Vào {day} gặp gỡ tác giả: viết về món ăn mà không thấy đói. Sau đó có {food}.',
    'Có thêm {number} sách nói cho những chuyến xe dài.',
    'Cảm ơn mọi người! Tiền gây quỹ đủ làm một góc kể chuyện mới, từ {day} mời ghé xem.',
  ],
  drafts: [
    'còn lại gặp rồi kể',
    'cậu giúp tớ được',
    'Chú ơi, cái vòi nước',
    'chúc mừng sinh nhật sớm, tớ',
    'thật ra điều muốn nói là',
  ],
  signatures: [
    'đi dạo rồi',
    'trả lời chậm, cười nhanh',
    'trà trước đã',
    '',
    'đang tập đàn xếp, xin lỗi',
    'tối thường có mặt',
    '',
    'trên tàu',
    'trời lạnh, ăn canh',
  ],
  applications: ['Hạ Vy lớp gốm đây!', 'Phúc, gặp hôm đố vui nè', 'Cô Sáu nhà số chín, chào cháu'],
}
