import type { BotTexts } from '../behaviour.ts'

export const botTexts: BotTexts = {
  echoes: [
    '“{text}”, đang định nói y vậy',
    '{text}… {text}…',
    'Vừa nói “{text}” hả? Ừ, {text}.',
    '{text} ✨',
    'Nói to hơn nhé: {text}!',
    'xin trích nguyên văn: {text}',
    '{text}? {text}.',
  ],
  echoOfSilence: '…alo …alo …alo',
  topics: [
    {
      words: ['chào', 'alo', 'ê', 'hi', 'hello'],
      answers: [['chào nha 👋'], ['ơi, đúng lúc vừa ngồi xuống'], ['hôm nay thế nào rồi?']],
    },
    {
      words: ['ăn', 'cơm', 'đói', 'phở', 'bún', 'nấu', 'lẩu', 'canh'],
      answers: [
        ['nay ăn canh, lỡ tay nhiều tiêu, thế mà ngon hơn'],
        ['nhắc làm đói theo rồi', 'cảm ơn nhiều nha'],
        ['quán gần ga thứ Năm lại có bánh cuốn đó'],
      ],
    },
    {
      words: ['trời', 'mưa', 'nắng', 'lạnh', 'nóng', 'gió', 'bão'],
      answers: [
        ['bên này âm u cả ngày, mà kiểu âm u dễ chịu'],
        ['quên mang ô, thế nào cũng mưa'],
        ['điện thoại bảo nắng, đầu gối bảo mưa, tin đầu gối'],
      ],
    },
    {
      words: ['việc', 'làm', 'họp', 'sếp', 'bận', 'công ty'],
      answers: [
        ['nay ba cuộc họp, một cuộc bàn cách họp ít lại'],
        ['nghỉ tí đi, thật đấy, uống trà nhìn ra cửa sổ năm phút'],
        ['bên này cũng bận, mà sắp thấy bờ rồi'],
      ],
    },
    {
      words: ['cuối tuần', 'thứ bảy', 'chủ nhật', 'nghỉ lễ', 'du lịch', 'đi chơi', 'đi dạo'],
      answers: [
        ['thèm ra biển lại quá'],
        ['đường ven sông dạo này đi thích lắm'],
        ['chưa có kế hoạch, đó chính là kế hoạch'],
      ],
    },
    {
      words: ['phim', 'sách', 'nhạc', 'bài hát', 'đọc'],
      answers: [
        ['đang đọc cuốn về mấy ngọn hải đăng', 'chẳng có gì xảy ra mà không dừng được'],
        ['toàn ngủ trước đoạn kết, nên phim nào cũng có hậu'],
        ['cho xin tên, ghi vào danh sách'],
      ],
    },
    {
      words: ['mèo', 'chó', 'chim'],
      answers: [['ảnh đâu! chuyện quan trọng đấy'], ['con mèo nhà bên giờ ngày thường ở hẳn nhà này']],
    },
    { words: ['cảm ơn', 'cám ơn'], answers: [['có gì đâu 💛'], ['khách sáo thế'], ['chuyện nhỏ']] },
    { words: ['xin lỗi'], answers: [['không sao hết'], ['đừng bận tâm, thật đó']] },
    { words: ['tạm biệt', 'bye', 'ngủ ngon'], answers: [['bye nha, giữ sức khỏe'], ['hẹn gặp lại 👋']] },
  ],
  toQuestions: [
    ['câu hỏi hay. chắc là có, mai hỏi lại lần nữa nhé'],
    ['ừm, nếu là bạn thì sao'],
    ['thật lòng là không biết, mà cũng muốn biết'],
    ['chắc được, cứ ngủ một giấc rồi tính'],
  ],
  toAnything: [
    ['nói vậy hay ghê'],
    ['nghe có lý'],
    ['kể thêm đi'],
    ['vừa leo cầu thang cũng nghĩ y vậy'],
    ['haha đúng thật'],
    ['để ghi lại đã'],
  ],
  slowBeginnings: ['Ừm,', 'Nghĩ rồi nhé:', 'Đợi lâu không.', 'Thế này,'],
  chatter: [
    ['đoán xem', 'nhặt được đồng xu năm 1962', 'trong khe ghế sô pha!!', 'mà không phải ghế nhà mình'],
    ['đang trên xe buýt', 'bác tài đang hát', 'hát cũng hay phết'],
    ['khảo sát nhanh', 'đi dép mang tất', 'được hay không', 'hỏi giùm ông anh'],
    ['tiệm bánh cho bánh hôm qua', 'lấy mười một cái rồi', 'ăn không'],
    ['biết cái cảm giác đó không', 'bước vào phòng', 'xong', 'định nói gì ấy nhỉ'],
  ],
  bubbling: [
    ['ủa!', 'khoan'],
    ['haha', 'được được'],
    ['THẬT'],
    ['từ từ', 'đang gõ'],
    ['trời ơi', 'chuyện là'],
    ['nghe này'],
  ],
  captions: [
    'vừa vẽ xong, ngoài cửa sổ',
    'năm phút, mắt nhắm mắt mở',
    'chưa xong thì hết nắng',
    'lại núi, chịu thôi',
    'lúc trời chạng vạng',
    'cái hồ không có thật',
    'hết sạch màu vàng rồi',
  ],
  application: 'Nắng đi chung thuyền đây!',
  greeting: ['đồng ý rồi! 🎉', 'Nắng đây, người làm rơi bánh mì xuống hồ đó', 'dạo này sao rồi'],
  groupApplication: 'nghe nói nhóm mình vui lắm',
  groupGreeting: ['cảm ơn đã cho mình vào 👋', 'có gì mới không cả nhà'],
  groupTopics: [
    ['chủ nhật có ai đi dạo bờ kênh không'],
    ['hôm nay chợ có quả sung, sung thật luôn'],
    ['có ai thấy cái ô màu xanh của mình không'],
    ['lại nấu dư canh rồi', 'ai qua lấy một tô đi'],
    ['bữa nào xem phim chung không? mình mang máy chiếu'],
    ['ở đây có ai biết sửa cánh cửa kêu cọt kẹt không'],
    ['mấy con én đầu mùa, ngay trên mái nhà'],
  ],
  invitationAnswer: ['cảm ơn đã mời, mình vào rồi 🙌'],
}
