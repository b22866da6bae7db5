"""What worlds are made of. Each list is dealt out to the splits, so that no two of them share an entry.

Two of four neighbouring entries go to train, one to val, one to test: lists are written in groups of four of a kind.
Braces in texts are filled from the same pools: {name}, {place}, {day}, {time}, {amount}, {code}, {number}.
"""

# ruff: noqa: E501, RUF001 - lists of words

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from typing import Literal, get_args

Split = Literal["train", "val", "test"]
SPLITS: tuple[Split, ...] = get_args(Split)
YEARS: dict[Split, int] = {"train": 2025, "val": 2026, "test": 2027}
"""Virtual time of a split lies within its year."""

SHARES: dict[Split, tuple[int, ...]] = {"train": (0, 1), "val": (2,), "test": (3,)}

FIRST = """
Ana Marta Lena Nora|Jonas Felix Oscar Hugo|Priya Anjali Meera Kavya|Omar Yusuf Karim Tariq|Chloé Zoé Inès Anaïs
Søren Jørgen Bjørn Håkon|Łukasz Paweł Michał Wojtek|Grace Ruth Alice Edith|Mateo Diego Andrés Tomás|Kwame Kofi Yaw Ebo
Amara Zuri Nia Imani|Liam Owen Ethan Caleb|Sofia Bianca Chiara Giulia|Jürgen Günther Bärbel Jörg|Aylin Elif Zeynep Ayşe
Minh Linh Thảo Quân|Freya Sigrid Astrid Ingrid|Samuel Daniel Gabriel Rafael|Olga Vera Daria Tanja|Ravi Arjun Nikhil Sanjay
Emma Clara Julia Paula|Dylan Rhys Gareth Owain|Naomi Leah Miriam Esther|Tim Tom Ben Max|Helena Irena Milena Jelena
"""
LAST = """
Lima Costa Souza Rocha|Weber Keller Becker Vogel|Sharma Gupta Mehta Kapoor|Haddad Nasser Saleh Khalil|Moreau Girard Lefèvre Mercier
Lund Dahl Berg Holm|Nowak Zieliński Wójcik Kowal|Carter Fisher Turner Palmer|García Núñez Muñoz Peña|Mensah Owusu Boateng Asante
Okafor Adeyemi Eze Bello|Murphy Kelly Byrne Doyle|Rossi Conti Greco Marino|Müller Schröder Krüger Böhm|Yılmaz Kaya Çelik Şahin
Tran Pham Vu Dang|Larsson Nilsson Öberg Åkesson|Stein Adler Rosen Katz|Ivanova Petrova Sokolova Orlova|Iyer Nair Menon Pillai
Hall Wood Stone Brook|Evans Davies Hughes Lloyd|Brandt Voss Lorenz Seidel|Smit Visser Bakker Mulder|Novák Dvořák Horák Beneš
"""
WHOLE = """
张三|李四|王五|赵六
佐藤 健|鈴木 愛|高橋 誠|田中 舞
김민준|이서연|박지호|최유나
Анна Смирнова|Иван Кузнецов|Ольга Попова|Юрий Волков
فاطمة الزهراء|محمد علي|ليلى حسن|عمر خالد
Ελένη Παππά|Νίκος Γεωργίου|Μαρία Ιωάννου|Γιώργος Δήμου
陈小明|刘芳|孙丽|周杰
"""
COMPANIES = """
Northwind Foods|Bluebird Travel|Harbour Print|Maple & Sons|Acorn Dental|Delta Optics|Corner Bakery|Summit Bikes|Lumen Studio|Orchid Spa
Granite Legal|Tidal Energy|Pixel Forge|River Clinic|Atlas Movers|Quill Books|Ember Kitchens|Zenith Audio|Moss Gardens|Polar Freight
Beacon Insurance|Copper Kettle|Juniper Labs|Opal Schools|Falcon Cabs|Willow Vets|Sable Interiors|Crown Tailors|Iris Photo|Cedar Homes
Kestrel Air|Lotus Yoga|Anvil Tools|Nimbus Cloud|Marble Arts|Fable Toys
"""
STREETS = """
Mill Lane|Station Road|Church Street|Park Avenue|Rue des Lilas|Rue du Port|Rue Neuve|Rue Haute|Lindenstraße|Gartenweg|Bahnhofstraße|Am Markt
Via Roma|Via Dante|Via Verdi|Via Garibaldi|Oak Drive|Elm Court|Ash Grove|Birch Close|Calle Mayor|Calle Luna|Calle Sol|Calle Nueva
Harbour View|Castle Hill|Bridge Street|Orchard Way|Strandvägen|Skolgatan|Storgatan|Kungsgatan
"""
CITIES = """
Porto|Lyon|Graz|Bergen|Kraków|Ghent|Zürich|Málaga|Leeds|Galway|Turin|Bonn|Osaka|Pune|Accra|Lima|Tromsø|Gdańsk|Córdoba|Nîmes
Dresden|Utrecht|Verona|Bristol|Quito|Hanoi|Dakar|Perth|Lübeck|Århus|Łódź|Cádiz
"""
HOSTS = """
mail.example|post.example|inbox.example|letters.example|quickmail.test|bluemail.test|openpost.test|fastbox.test
cityweb.example|netpost.example|homebox.example|skymail.example
"""
PERSON_NOTES = """
Allergic to nuts|Allergic to shellfish|Vegetarian|Lactose intolerant|Met at the fair in {place}|Met at a wedding in {place}
Met on a train to {place}|Met at school in {place}|Prefers calls after {time}|Prefers mail|Never call before {time}|Only text messages
Door code {code}|Gate code {code}|Bell is broken, knock|Key is with the neighbour|Speaks Portuguese|Speaks Polish|Speaks 中文|Speaks العربية
Owes me {amount}|I owe {amount}|Lent the ladder|Has my blue umbrella|Back from {place} on {day}|Moves to {place} on {day}
On leave until {day}|New job from {day}|Two cats, one dog|Three children|Coaches the under-12s|Plays the cello
"""
NOTE_TITLES = """
Wi-Fi at home|Wi-Fi at the office|Wi-Fi at the cabin|Wi-Fi at the studio|Packing list|Shopping ideas|Gift ideas|Menu ideas
Trip to {place}|Weekend in {place}|Moving to {place}|Conference in {place}|Meeting with {name}|Call with {name}|Dinner with {name}|Ideas for {name}
Rent rules|House rules|Expense rules|Visitor rules|Books to read|Films to see|Albums to hear|Places to try|Running log|Sleep log|Water log|Garden log
Recipe: lentil soup|Recipe: plum cake|Recipe: dumplings|Recipe: flatbread|Bike repair|Roof repair|Boiler repair|Fence repair
Codes and numbers|Sizes and measures|Loans and debts|Keys and doors|Présentation été|Réunion générale|Étagère à monter|Résumé du cours
"""
NOTE_LINES = """
The code is {code}.|Code changed to {code} on {day}.|Old code was {code}.|New code from {day}: {code}.
Budget: {amount} at most.|Spent {amount} so far.|Quote was {amount}.|Deposit of {amount} is due on {day}.
Ask {name} first.|{name} agreed.|{name} said no.|{name} brings the drinks.|Nothing over {amount} without asking {name}.|Never pay before {day}.
Only on weekdays.|Only in cash.|Meet at {place}, {time}.|Moved to {time} on {day}.|Starts {time}, not earlier.|Leave for {place} at {time}.
Water the plants on {day}.|Feed the cat at {time}.|Take the bins out at {time}.|Air the rooms before {time}.
milk, eggs, flour|rice, lentils, onions|tape, screws, glue|socks, charger, towel|记得带护照 ✈️|别忘了买牛奶 🥛|周五之前回复|明天打电话
Не забыть паспорт|Купить молоко|Позвонить вечером|Заказать такси|اتصل بالمكتب غدا|موعد الطبيب|شراء الخبز|ارسال التقرير
Serial number {number}.|Customer number {number}.|Booking {number}.|Ticket {number}.
"""
MESSAGES = """
Running late, there at {time}|On my way, there by {time}|Train is late, {time} instead|Stuck in traffic until {time}
Can we meet at {time}?|Does {time} work?|Is {day} better for you?|Lunch on {day}?|Thanks a lot 🙏|Thank you! 😊|Many thanks 🎉|Merci beaucoup 💐
Could you send me the number of {name}?|Do you know where {name} lives?|Have you heard from {name}?|Is {name} coming too?
I changed my number, use {number} now|My new number is {number}|Forget the old number, it is {number}|Please save {number} for me
The code for the door is {code}|Parking code: {code}|Locker code {code}|Your code is {code}|I paid {amount} for both of us|You still owe me {amount}
I sent {amount} this morning|The tickets were {amount}|See you in {place}!|Back from {place} tomorrow|Leaving for {place} on {day}|How was {place}?
Happy birthday! 🎂|Congratulations! 🥳|Get well soon 🌷|Good luck today 🍀|好的，明天见|我到了，你在哪？|晚上一起吃饭吧|没问题，谢谢
Хорошо, до завтра|Я уже в пути|Спасибо большое|Позвони мне позже|شكرا جزيلا|أنا في الطريق|نلتقي غدا|كل عام وأنت بخير
Did you get my mail?|Check your mail please|I wrote you a mail|The mail bounced|Can you call me at {time}?|Call me when you can|I will call at {time}|Missed your call
The meeting is in room {code}|Room {code} is booked|We moved to room {code}|Room {code} is taken|Ok|Sure|Fine|Deal
"""
SUBJECTS = """
Invoice {number}|Receipt {number}|Order {number}|Reminder {number}|Meeting on {day}|Workshop on {day}|Call on {day}|Visit on {day}
Your trip to {place}|Offer for {place}|Photos from {place}|News from {place}|Question from {name}|Draft for {name}|Notes by {name}|Feedback for {name}
Password changed|New sign-in|Storage almost full|Terms updated|Rent for next month|Electricity reading|Water bill|Internet contract
Weekly digest|Monthly report|Quarterly figures|Yearly summary|会议安排|项目进度|发票通知|旅行计划|Été: congés|Réservation confirmée|Congé accordé|Déménagement
"""
MAIL_LINES = """
Please find the figures below.|Attached is the draft.|Here is what we agreed.|As promised, the details.
The total is {amount}, due on {day}.|We received {amount} on {day}.|Please pay {amount} by {day}.|The refund of {amount} will arrive by {day}.
We meet at {time} in {place}.|It starts at {time} on {day}.|Doors open at {time}.|The last train from {place} leaves at {time}.
Contact {name} under {number} with any question.|{name} will take over from {day}.|Copy {name} when you answer.|{name} has left the company.
Your reference is {code}.|Use code {code} at the entrance.|Quote {code} when you call.|Booking code: {code}.
Correction: it is {time}, not earlier.|Update: now on {day}.|Note the new place: {place}.|The amount was wrong, it is {amount}.
Kind regards|Best wishes|Many greetings|Sincerely
"""
EVENTS = """
Dentist|Physiotherapy|Eye test|Vaccination|Lunch with {name}|Coffee with {name}|Walk with {name}|Dinner with {name}
Team meeting|Stand-up|Retrospective|Planning|Review|Budget round|Training|Interview|Yoga|Swimming|Choir|Book club|Flight to {place}|Train to {place}
Visit to {place}|Fair in {place}|Birthday of {name}|Wedding of {name}|Farewell of {name}|Party at {name}'s|Parents' evening|School play|Sports day|Open day
Car service|Boiler check|Window cleaner|Furniture delivery|项目会议|牙医|家长会|体检|Déjeuner équipe|Réunion projet|Visite médicale|Cours de français
"""
PLACES = """
Café Central|Blue Door Café|Old Mill Inn|Garden Bistro|Room 4.12|Room 2.07|Room 1.30|Room 3.21|City Library|Town Hall|Concert Hall|Art Museum
Main Station|West Station|Airport T2|Ferry Terminal|Riverside Park|Castle Garden|Botanic Garden|Lake Shore|Clinic North|Clinic South|Health Centre|Sports Hall
"""
TODOS = """
Buy milk|Buy bread|Buy stamps|Buy batteries|Call {name}|Write to {name}|Visit {name}|Thank {name}|Pay {amount} to {name}|Collect {amount} from {name}
Return the book to {name}|Lend the drill to {name}|Book a table for {day}|Book a room in {place}|Book the ferry to {place}|Book seats for {day}
Renew passport|Renew library card|Renew insurance|Renew parking permit|Water plants|Clean windows|Sweep stairs|Defrost freezer
Fix the bike|Fix the lamp|Fix the tap|Fix the chair|Order contact lenses|Order printer paper|Order cat food|Order heating oil|买菜 🥬|寄包裹 📦|洗车|交电费
"""
LISTS = """
Errands|Household|Work|Family|Shopping|Health|Projects|Someday
"""
FILES = """
invoice_{number}.pdf|receipt_{number}.pdf|contract_{number}.pdf|quote_{number}.pdf|IMG_{number}.jpg|DSC_{number}.jpg|PIC_{number}.jpg|SCAN_{number}.jpg
report {place}.docx|itinerary {place}.docx|letter {place}.docx|memo {place}.docx|budget {place}.xlsx|guests {place}.xlsx|packing {place}.xlsx|prices {place}.xlsx
talk {name}.mp3|song {name}.mp3|voice {name}.mp3|interview {name}.mp3|照片 {number}.jpg|合同 {number}.pdf|résumé {name}.pdf|présentation {place}.pptx
"""
FOLDERS = """
Invoices|Receipts|Contracts|Quotes|Holiday|Garden|Family|Wedding|Course|Thesis|Reading|Research|Drafts|Old drafts|Shared|To print
"""
SHOPS = """
Corner Market|Green Grocer|Daily Deli|Fresh Point|City Transit|Metro Pass|Ferry Line|Night Bus|Phone Plan|Power & Light|Water Works|Fibre Net
Book Nook|Page One|Paper Moon|Ink Well|Bean There|Brew Lab|Tea Room|Cocoa Bar|Bike Hub|Shoe Loft|Toy Box|Game Shelf|茶馆|面馆|書店|花店
"""
DISTRICTS = """
Old Town|Harbour|Northside|Hillside|Riverside|University|Market Quarter|Eastgate|Lakeview|Garden Suburb|Westend|Mill Island
"""
VENUES = """
Golden Fox|Silver Fox|Red Fox|Grey Fox|Blue Anchor|White Anchor|Green Anchor|Old Anchor|Linden|Chestnut|Maple|Juniper
Aurora|Meridian|Zenit|Orion|Fiore|Stella|Luna|Sole|L'Étoile|La Lune|Le Soleil|La Marée|Königin|Prinzessin|Löwe|Bär
望江楼|听雨轩|云海阁|梅园|Ромашка|Берёзка|Снежинка|Ласточка|さくら|もみじ|つばき|すみれ|الياسمين|النخيل|الزيتون|الورد
"""
PLACE_NOTES = """
Moved here from {place}|Moving to {place} soon|Used to be in {place}|Sister of the one in {place}|Opens at {time} from {day}|Closed until {day}
Closes at {time} in summer|Last orders at {time}|Ask for {name}|{name} works here|Met {name} here|Recommended by {name}
New number {number}|Table {number}|Door code {code}|Locker {code}|Cash only|Cards only|No reservations|Reservations only
要提前预约|周一休息|Закрыто по понедельникам|Вход со двора|مغلق يوم الجمعة|الدفع نقدا فقط|Entrée côté cour|Fermé en août
"""
PRODUCTS = """
Desk lamp|Floor lamp|Table lamp|Wall lamp|Rain jacket|Wind jacket|Ski jacket|Bike jacket|Water bottle|Lunch box|Coffee mug|Tea pot
Running shoes|Hiking shoes|Tennis shoes|House shoes|USB cable|Power bank|Head torch|Desk fan|Wool blanket|Bath towel|Cushion|Pillow
Chef's knife|Bread knife|Frying pan|Sauce pan|Garden hose|Watering can|Plant pot|Hedge shears|青花茶杯|紫砂茶壶|竹编篮|丝绸围巾
Самовар|Матрёшка|Платок|Ушанка|Théière émaillée|Écharpe côtelée|Carnet relié|Crème à lèvres|فنجان قهوة|سجادة صغيرة|مصباح نحاس|صابون زيتون
"""
MODELS = """
Alto|Basso|Tenor|Forte|Nova|Vega|Lyra|Rigel|Classic|Compact|Family|Junior|Storm|Breeze|Drizzle|Thaw
"""
SHADES = """
black|white|grey|silver|navy|olive|teal|plum|small|large|wide|slim|oak|ash|beech|walnut
"""
PRODUCT_LINES = """
Replaces the model of {place}.|Made in {place}.|Designed in {place}.|Shipped from {place}.|Guarantee until {day}.|New in stock from {day}.
Price until {day}: {amount}.|Was {amount} before.|Spare parts from {amount}.|Trade-in worth {amount}.|Item {number}.|Replaces item {number}.
Not with item {number}.|Fits item {number}.|Last of its kind.|Discontinued.|Bestseller.|Back again.
"""
ZONES = """
Europe/Berlin|America/New_York|Europe/London|Asia/Tokyo|Europe/Lisbon|America/Sao_Paulo|Europe/Oslo|Australia/Sydney
"""


@dataclass(frozen=True, slots=True)
class Pools:
    """The entries of one split."""

    split: Split
    first: tuple[str, ...]
    last: tuple[str, ...]
    whole: tuple[str, ...]
    companies: tuple[str, ...]
    streets: tuple[str, ...]
    cities: tuple[str, ...]
    hosts: tuple[str, ...]
    person_notes: tuple[str, ...]
    note_titles: tuple[str, ...]
    note_lines: tuple[str, ...]
    messages: tuple[str, ...]
    subjects: tuple[str, ...]
    mail_lines: tuple[str, ...]
    events: tuple[str, ...]
    places: tuple[str, ...]
    todos: tuple[str, ...]
    lists: tuple[str, ...]
    files: tuple[str, ...]
    folders: tuple[str, ...]
    shops: tuple[str, ...]
    districts: tuple[str, ...]
    venues: tuple[str, ...]
    place_notes: tuple[str, ...]
    products: tuple[str, ...]
    models: tuple[str, ...]
    shades: tuple[str, ...]
    product_lines: tuple[str, ...]
    zones: tuple[str, ...]

    @property
    def year(self) -> int:
        """The year in which these worlds play."""
        return YEARS[self.split]


@cache
def pools(split: Split) -> Pools:
    """The pools of a split; raises KeyError for another word."""
    spaced = {"first": FIRST, "last": LAST}
    names = [field.name for field in fields(Pools)][1:]
    texts = {name: spaced.get(name) or globals()[name.upper()] for name in names}
    return Pools(split, **{n: deal(text, split, " |\n" if n in spaced else "|\n") for n, text in texts.items()})


def deal(text: str, split: Split, separators: str) -> tuple[str, ...]:
    """The entries of a list that belong to a split."""
    for mark in separators:
        text = text.replace(mark, "\n")
    entries = [entry for entry in text.split("\n") if entry]
    return tuple(entry for i, entry in enumerate(entries) if i % 4 in SHARES[split])
