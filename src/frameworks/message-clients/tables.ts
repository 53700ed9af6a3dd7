/** How programs of each language send to topics and queues, and listen to them. */

export interface MessageCall {
  name: string;
  /** What is left of the dot; absent: whatever it is. */
  receiver?: RegExp;
  /** Positions where the topic may stand, best first. */
  at?: readonly number[];
  /** Names or keys that it may be given under. */
  keys?: readonly string[];
  /** Listening is offered to those who send. */
  side: "offers" | "needs";
  /** Position of the function that is called for each message. */
  handlerAt?: number;
}

export interface MessageTable {
  system: string;
  languages: readonly string[];
  /** Some import of the file must match. */
  imports: RegExp;
  calls: readonly MessageCall[];
  /** Annotations on what is called for each message: their name and where topics stand. */
  listeners?: Readonly<Record<string, readonly string[]>>;
}

const SCRIPTS = ["javascript", "typescript", "jsx", "tsx"];

function sends(name: string, rest: Partial<MessageCall> = { at: [0] }): MessageCall {
  return { name, side: "needs", ...rest };
}

function listens(name: string, rest: Partial<MessageCall> = { at: [0] }): MessageCall {
  return { name, side: "offers", ...rest };
}

export const MESSAGE_TABLES: readonly MessageTable[] = [
  {
    system: "kafka",
    languages: SCRIPTS,
    imports: /kafka/i,
    calls: [
      sends("send", { keys: ["topic"] }),
      sends("produce"),
      listens("subscribe", { keys: ["topic", "topics"] }),
    ],
  },
  {
    system: "rabbitmq",
    languages: SCRIPTS,
    imports: /amqp|rabbit/i,
    calls: [
      sends("sendToQueue"),
      sends("publish", { at: [1, 0] }),
      listens("consume", { at: [0], handlerAt: 1 }),
    ],
    listeners: { RabbitSubscribe: ["queue", "routingKey"], RabbitRPC: ["queue", "routingKey"] },
  },
  {
    system: "sqs",
    languages: SCRIPTS,
    imports: /client-sqs|aws-sdk/,
    calls: [
      sends("SendMessageCommand", { keys: ["QueueUrl"] }),
      sends("sendMessage", { keys: ["QueueUrl"] }),
      listens("ReceiveMessageCommand", { keys: ["QueueUrl"] }),
      listens("receiveMessage", { keys: ["QueueUrl"] }),
    ],
  },
  {
    system: "nats",
    languages: SCRIPTS,
    imports: /^(?:nats|@nats-io\/)/,
    calls: [sends("publish"), sends("request"), listens("subscribe")],
  },
  {
    system: "redis",
    languages: SCRIPTS,
    imports: /redis/i,
    calls: [
      sends("xadd"),
      sends("xAdd"),
      sends("publish"),
      listens("subscribe", { at: [0], handlerAt: 1 }),
      listens("xRead", { keys: ["key"] }),
    ],
  },
  {
    system: "nestjs",
    languages: SCRIPTS,
    imports: /^@nestjs\/microservices$/,
    calls: [sends("emit"), sends("send")],
    listeners: { EventPattern: [""], MessagePattern: [""] },
  },
  {
    system: "kafka",
    languages: ["python"],
    imports: /kafka/i,
    calls: [
      sends("send", { receiver: /producer/i, at: [0], keys: ["topic"] }),
      sends("send_and_wait", { at: [0], keys: ["topic"] }),
      sends("produce", { at: [0], keys: ["topic"] }),
      listens("KafkaConsumer"),
      listens("AIOKafkaConsumer"),
      listens("subscribe", { at: [0], keys: ["topics"] }),
    ],
  },
  {
    system: "rabbitmq",
    languages: ["python"],
    imports: /pika|amqp|kombu/,
    calls: [
      sends("basic_publish", { at: [1], keys: ["routing_key"] }),
      sends("publish", { keys: ["routing_key"] }),
      listens("basic_consume", { at: [0], keys: ["queue"] }),
    ],
  },
  {
    system: "sqs",
    languages: ["python"],
    imports: /boto3|botocore/,
    calls: [
      sends("send_message", { keys: ["QueueUrl"] }),
      listens("receive_message", { keys: ["QueueUrl"] }),
    ],
  },
  {
    system: "nats",
    languages: ["python"],
    imports: /^nats/,
    calls: [sends("publish"), sends("request"), listens("subscribe")],
  },
  {
    system: "redis",
    languages: ["python"],
    imports: /redis/,
    calls: [sends("xadd"), sends("publish"), listens("subscribe")],
  },
  {
    system: "nats",
    languages: ["go"],
    imports: /nats\.go/,
    calls: [
      sends("Publish"),
      sends("Request"),
      listens("Subscribe", { at: [0], handlerAt: 1 }),
      listens("QueueSubscribe", { at: [0], handlerAt: 2 }),
    ],
  },
  {
    system: "rabbitmq",
    languages: ["go"],
    imports: /amqp/,
    calls: [
      sends("Publish", { at: [1, 0] }),
      sends("PublishWithContext", { at: [2, 1] }),
      listens("Consume"),
      listens("ConsumeWithContext", { at: [1] }),
    ],
  },
  {
    system: "kafka",
    languages: ["go"],
    imports: /sarama|kafka/,
    calls: [listens("ConsumePartition"), listens("SubscribeTopics"), sends("NewMessage")],
  },
  {
    system: "redis",
    languages: ["go"],
    imports: /redis/,
    calls: [sends("Publish", { at: [1] }), listens("Subscribe", { at: [1] })],
  },
  {
    system: "kafka",
    languages: ["java", "kotlin", "scala"],
    imports: /kafka|springframework\.cloud\.stream/,
    calls: [
      sends("send", { receiver: /(?:template|producer|bridge)$/i }),
      sends("ProducerRecord"),
      listens("subscribe"),
    ],
    listeners: { KafkaListener: ["topics", ""], Incoming: [""], Topic: [""] },
  },
  {
    system: "rabbitmq",
    languages: ["java", "kotlin"],
    imports: /amqp|rabbit/,
    calls: [
      sends("convertAndSend", { at: [1, 0] }),
      sends("basicPublish", { at: [1, 0] }),
      listens("basicConsume"),
    ],
    listeners: { RabbitListener: ["queues", "queuesToDeclare"] },
  },
  {
    system: "jms",
    languages: ["java", "kotlin"],
    imports: /jms/,
    calls: [sends("convertAndSend"), sends("send", { receiver: /jmsTemplate$/i })],
    listeners: { JmsListener: ["destination"] },
  },
  {
    system: "sqs",
    languages: ["java", "kotlin"],
    imports: /sqs/i,
    calls: [sends("convertAndSend"), sends("send", { receiver: /template$/i })],
    listeners: { SqsListener: ["", "value", "queueNames"] },
  },
  {
    system: "kafka",
    languages: ["csharp"],
    imports: /Kafka/,
    calls: [sends("ProduceAsync"), sends("Produce"), listens("Subscribe")],
  },
  {
    system: "rabbitmq",
    languages: ["csharp"],
    imports: /RabbitMQ/,
    calls: [
      sends("BasicPublish", { at: [1, 0], keys: ["routingKey"] }),
      sends("BasicPublishAsync", { at: [1, 0], keys: ["routingKey"] }),
      listens("BasicConsume", { at: [0], keys: ["queue"] }),
      listens("BasicConsumeAsync", { at: [0], keys: ["queue"] }),
    ],
  },
  {
    system: "nats",
    languages: ["csharp"],
    imports: /NATS/,
    calls: [sends("PublishAsync"), listens("SubscribeAsync")],
  },
  {
    system: "kafka",
    languages: ["ruby"],
    imports: /kafka|waterdrop/i,
    calls: [
      sends("produce", { keys: ["topic"] }),
      sends("produce_async", { keys: ["topic"] }),
      sends("deliver_message", { keys: ["topic"] }),
      listens("subscribe"),
    ],
  },
  {
    system: "nats",
    languages: ["rust"],
    imports: /nats/,
    calls: [sends("publish"), sends("request"), listens("subscribe"), listens("queue_subscribe")],
  },
  {
    system: "kafka",
    languages: ["rust"],
    imports: /rdkafka/,
    calls: [sends("to", { receiver: /Record$/ }), listens("subscribe")],
  },
];

/** Of the imports above, as the words that they are made of; BullMQ and its like among them. */
export const MESSAGE_WORDS: readonly string[] = [
  ..."kafka kafkajs rdkafka aiokafka waterdrop sarama amqp amqplib amqp091 rabbit rabbitmq pika".split(" "),
  ..."kombu sqs aws boto3 botocore nats redis ioredis aioredis jms stream microservices".split(" "),
  ..."bull bullmq bee".split(" "),
];
