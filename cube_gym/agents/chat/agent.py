"""The agent that asks a model."""

import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

from cube_core import Action, ActionSchema, ImageContent, Observation, turn_messages
from cube_core.frozen import thaw
from cube_gym.agents.chat.calls import Reply, read_reply
from cube_gym.agents.chat.config import ChatAgentConfig
from cube_gym.agents.chat.conversation import Conversation, Message, Turn, estimate
from cube_gym.agents.chat.provider import Completion, ContextTooLongError, ImagesRefusedError, Provider
from cube_gym.agents.errors import AgentFailure, BudgetExhausted, Nonsense
from cube_gym.agents.protocol import Usage

_MOST_CUTS = 4


class ChatAgent:
    """Plays by asking a model: the actions are its tools, the observations the answers to its calls.

    Calls that are no action (broken JSON, no name) are answered with what is wrong, and the model is asked again; the
    others of the same message are executed. Costs and budgets are those of an episode.

    >>> from cube_gym import ChatAgent, ChatAgentConfig
    >>> agent = ChatAgent(ChatAgentConfig(model="my-model", base_url="http://localhost:8000/v1"))
    >>> agent.usage.calls
    0
    """

    __module__ = "cube_gym.agents"

    def __init__(self, config: ChatAgentConfig) -> None:
        self._config = config
        self._said: list[Message] = []
        self._begin("", ())

    @property
    def usage(self) -> Usage:
        """What this episode has cost so far."""
        return Usage(self._provider.calls, self._input_tokens, self._output_tokens, self._cost)

    def transcript(self) -> list[dict[str, Any]]:
        """What the model said since the last call of this, and what the agent itself told it."""
        said, self._said = self._said, []
        return said

    def reset(self, goal: str, action_set: Sequence[ActionSchema]) -> None:
        """Begin an episode."""
        self._begin(goal, action_set)

    def act(self, observation: Observation, info: Mapping[str, Any]) -> list[Action]:
        """What the model calls for, in its order.

        Raises:
            BudgetExhausted: turns, tokens, cost or seconds are used up.
            Nonsense: the model kept answering what is no action.
            ProviderOutage, AgentUnusable, AgentFailure: as the endpoint answers, see `Provider.complete`.
        """
        begun = time.monotonic()
        try:
            self._turns += 1
            self._answer(observation)
            return self._ask(_memory(info), begun)
        finally:
            self._seconds += time.monotonic() - begun

    def _begin(self, goal: str, action_set: Sequence[ActionSchema]) -> None:
        opening = [{"role": "system", "content": self._config.system}, {"role": "user", "content": f"Goal: {goal}"}]
        self._conversation = Conversation(opening)
        self._tools = [schema.as_dict() for schema in action_set]
        self._tool_tokens = estimate([{"content": json.dumps(self._tools)}])
        self._provider = Provider(self._config)
        self._images = self._config.images
        self._limit: float = self._config.history_tokens
        self._reply: Reply | None = None
        self._said = []
        self._turns = 0
        self._seconds = 0.0
        self._input_tokens: int | None = None
        self._output_tokens: int | None = None
        self._cost: float | None = None
        self._estimated_tokens = 0.0

    # What the model is told

    def _answer(self, observation: Observation) -> None:
        """Answer each call of the last message once, in its order; then what answers none."""
        contents = [content for content in observation.contents if content.name != "goal"]
        if not self._images:
            contents = [content for content in contents if not isinstance(content, ImageContent)]
        told = turn_messages(Observation.model_construct(contents=contents, error=observation.error))
        reply, self._reply = self._reply, None
        if reply is None:
            self._conversation.turns.append(Turn(None, told))
            return
        answers = {message["tool_call_id"]: message for message in told if message["role"] == "tool"}
        ordered = [answers.get(call_id) or _tool(call_id, reply.refusals) for call_id in reply.call_ids]
        rest = [message for message in told if message["role"] != "tool"]
        self._conversation.turns.append(Turn(reply.message, [*ordered, *rest]))

    def _complain(self, reply: Reply) -> None:
        """Tell the model what was wrong with a message that asked for no action at all."""
        told = [_tool(call_id, reply.refusals) for call_id in reply.call_ids]
        if reply.complaint is not None:
            told.append({"role": "user", "content": reply.complaint})
        self._conversation.turns.append(Turn(reply.message, told))
        self._said += told

    # What the model says

    def _ask(self, memory: list[Message], begun: float) -> list[Action]:
        for _ in range(self._config.most_nonsense):
            self._check_budget(begun)
            completion = self._complete(memory)
            reply = read_reply(completion.message, self._conversation.call_ids(), completion.finish_reason)
            self._said.append(reply.message)
            if reply.actions:
                self._reply = reply
                self._said += [_tool(call_id, reply.refusals) for call_id in reply.refusals]
                return reply.actions
            self._complain(reply)
        raise Nonsense(f"the model gave {self._config.most_nonsense} answers in a row that are no action")

    def _complete(self, memory: list[Message]) -> Completion:
        for _ in range(_MOST_CUTS):
            self._conversation.fit(self._limit)
            messages = [*self._conversation.messages(), *memory]
            try:
                completion = self._provider.complete(messages, self._tools)
            except ContextTooLongError:
                self._limit = min(self._limit, self._conversation.size()) / 2
            except ImagesRefusedError:
                if not self._images:
                    raise AgentFailure("the endpoint complains of pictures where there are none") from None
                self._images = False
                self._conversation.without_pictures()
            else:
                self._count(completion, estimate(messages) + self._tool_tokens)
                return completion
        raise AgentFailure("the conversation does not fit the model's context, however much is left out")

    def _count(self, completion: Completion, estimated: float) -> None:
        given, got = completion.input_tokens, completion.output_tokens
        self._conversation.measured(estimated, given)
        self._estimated_tokens += (given or estimated) + (got or 0)
        if given is not None:
            self._input_tokens = (self._input_tokens or 0) + given
        if got is not None:
            self._output_tokens = (self._output_tokens or 0) + got
        cost = completion.cost
        if self._config.prices is not None and given is not None and got is not None:
            cost = (given * self._config.prices[0] + got * self._config.prices[1]) / 1e6
        if cost is not None:
            self._cost = (self._cost or 0.0) + cost

    def _check_budget(self, begun: float) -> None:
        config = self._config
        spent = (
            ("turns", self._turns - 1, config.max_turns),
            ("tokens", self._estimated_tokens, config.max_tokens),
            ("cost", self._cost or 0.0, config.max_cost),
            ("seconds", self._seconds + time.monotonic() - begun, config.max_seconds),
        )
        for what, used, most in spent:
            if most is not None and used >= most:
                raise BudgetExhausted(f"{what}: {used:.6g} of {most:.6g} are used up")


def _tool(call_id: str, refusals: Mapping[str, str]) -> Message:
    return {"role": "tool", "tool_call_id": call_id, "content": refusals.get(call_id, "(no output)")}


def _memory(info: Mapping[str, Any]) -> list[Message]:
    """What the agent asked to remember, shown at each turn: old turns may have been left out."""
    world = info.get("world")
    if world is None or not world.variables:
        return []
    return [{"role": "user", "content": f"Remembered: {json.dumps(thaw(world.variables), ensure_ascii=False)}"}]
