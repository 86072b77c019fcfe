// @ts-check
/**
 * Sentences to begin with, beside those of the template, whose classes only the
 * order of the words tells. Here the words tell them: easily, and less so.
 */

/** @typedef {{names: [string, string], texts: [string, string]}} Example */

const WEATHER = `It rained all afternoon.
A cold wind blew from the north.
Fog lay over the valley this morning.
The sun came out after lunch.
Snow fell on the hills overnight.
Dark clouds gathered above the harbour.
It was too hot to sleep.
Thunder woke the whole village.
The streets were covered in ice.
A light breeze moved the leaves.
The storm broke two windows.
Tomorrow will be dry and bright.`;

const FOOD = `She baked bread with olives.
We had fish and potatoes.
He stirred the soup slowly.
The cheese was soft and salty.
Add two eggs and some sugar.
They shared a plate of noodles.
The apples in the bowl are ripe.
I prefer my tea without milk.
Rice needs more water than that.
The cake rose in the oven.
Garlic makes the sauce better.
Breakfast was porridge with honey.`;

const COMPLAINTS = `The soup was cold when it came to the table.
My parcel never arrived, and nobody answers the phone.
This is the third time the heating has broken.
The handle came off after a single day.
I was charged twice for the same ticket.
The room smelled of smoke and the bed was dirty.
Your app deleted all my photos.
We waited two hours for the bus.
Half of the order was missing.
The music next door kept us awake all night.
The shoes fell apart in the rain.
I have written four times and heard nothing.
The screen arrived with a crack in it.
The waiter was rude to my mother.
The train was late again this morning.
The wall was painted in the wrong colour.`;

const THANKS = `The flowers you sent were lovely.
What a kind letter, it made my day.
The nurse was patient with my father.
Your advice saved us a lot of time.
You have been a wonderful host.
The children loved the puppet show.
It was good of you to wait for me.
We could not have moved without your help.
The cake was the best I have ever had.
You fixed my bicycle in ten minutes.
I still smile when I think of your song.
The garden looks beautiful since you came.
Everyone enjoyed the tour you gave us.
The book you lent me was a joy to read.
You made my grandmother very happy.
The repair was quick and cost nothing.`;

/** @type {Record<string, Example>} */
export const EXAMPLES = {
  complaints: { names: ["complaint", "thanks"], texts: [COMPLAINTS, THANKS] },
  weather: { names: ["weather", "food"], texts: [WEATHER, FOOD] },
};
