import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/pages.css";
import { createRoot } from "react-dom/client";
import { shareEvents } from "./api/events.ts";
import { App } from "./app.tsx";

shareEvents();
createRoot(document.getElementById("root")!).render(<App />);
