//! A server with the tools that the suite's task scenarios ask for, on our own transport and our own tasks. They come as
//! close to what people's browsers do as the suite needs: they sleep, fail and ask.

use handback::actions::Delivery;
use handback::mcp::{Tasks, mount};
use handback::workspace::Name;
use http::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CancelTaskParams, ClientCapabilities,
    ContentBlock, CreateTaskResult, GetTaskParams, GetTaskResult, InputRequest, InputRequiredResult,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, UpdateTaskParams,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::task_manager::{TaskContext, TaskExit};
use rmcp::{ErrorData, ServerHandler};
use serde_json::{Map, Value, json};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// The server; it ends when this is dropped.
pub struct Fixture {
    /// The address of its MCP endpoint.
    pub url: String,
    serving: JoinHandle<()>,
}

impl Drop for Fixture {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Fixture {
    /// Serves on a free port of 127.0.0.1.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/mcp", listener.local_addr().expect("an address"));
        let answer = Arc::new(mount(Arc::new(Jobs::default()), &handback::shutdown::Tasks::new()));
        let serving = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.expect("a connection");
                let answer = Arc::clone(&answer);
                let service = service_fn(move |request: Request<Incoming>| {
                    let answering = answer(request);
                    async move { Ok::<_, Infallible>(answering.await) }
                });
                tokio::spawn(
                    hyper::server::conn::http1::Builder::new()
                        .serve_connection(TokioIo::new(stream), service),
                );
            }
        });
        Self { url, serving }
    }
}

#[derive(Default)]
struct Jobs {
    tasks: Tasks,
}

/// The tools. What each does is in [`work`].
const TOOLS: [&str; 7] = [
    "greet",
    "slow_compute",
    "failing_job",
    "protocol_error_job",
    "confirm_delete",
    "multi_input",
    "test_tool_with_task",
];

impl ServerHandler for Jobs {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_tasks().build())
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let schema = Arc::new(object(json!({"type": "object"})));
        let tools = TOOLS.map(|name| Tool::new(name, "What the suite asks for.", Arc::clone(&schema)));
        Ok(ListToolsResult::with_all_items(tools.to_vec()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let mut arguments = request.arguments.unwrap_or_default();
        match &*request.name {
            "greet" => {
                let name = arguments["name"].as_str().unwrap_or_default();
                Ok(said(&format!("Hello, {name}!")).into())
            }
            "slow_compute" if !self.tasks.can_follow(&context) => Ok(compute(&arguments).await.into()),
            _ if !self.tasks.can_follow(&context) => {
                let tasks = json!({"extensions": {"io.modelcontextprotocol/tasks": {}}});
                let needed: ClientCapabilities = serde_json::from_value(tasks).expect("capabilities");
                Err(ErrorData::missing_required_client_capability(needed))
            }
            "test_tool_with_task" if request.input_responses.is_none() => {
                let asked = [("user_name".to_owned(), question("What is your name?", "name", "string"))];
                Ok(InputRequiredResult::from_input_requests(asked.into()).into())
            }
            name => {
                let answers = request.input_responses.unwrap_or_default();
                arguments.extend(answers);
                let name = name.to_owned();
                let delivery = Delivery::default();
                let task = self.tasks.start(Name::stdio(), "It goes on.", delivery, move |context| {
                    Box::pin(async move {
                        tokio::select! {
                            done = work(&name, &arguments, &context) => done,
                            () = context.cancelled() => Err(TaskExit::Cancelled),
                        }
                    })
                });
                Ok(CallToolResponse::Task(CreateTaskResult::new(task)))
            }
        }
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        self.tasks.get(&request.task_id, &Name::stdio(), None).map(GetTaskResult::new)
    }

    async fn update_task(
        &self,
        request: UpdateTaskParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.tasks.update(&request.task_id, &Name::stdio(), request.input_responses)
    }

    async fn cancel_task(
        &self,
        request: CancelTaskParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.tasks.cancel(&request.task_id, &Name::stdio())
    }
}

/// What a task does.
async fn work(
    name: &str,
    arguments: &Map<String, Value>,
    task: &TaskContext,
) -> Result<CallToolResult, TaskExit> {
    match name {
        "slow_compute" => Ok(compute(arguments).await),
        "failing_job" => {
            tokio::time::sleep(Duration::from_secs(1)).await;
            Ok(CallToolResult::error(vec![ContentBlock::text("It failed, as it always does.")]))
        }
        "protocol_error_job" => Err(ErrorData::internal_error("It broke, as it always does.", None).into()),
        "confirm_delete" => {
            let answer = task.request_input("confirm", question("Delete it?", "confirm", "boolean")).await?;
            Ok(said(&answer.to_string()))
        }
        "multi_input" => {
            let one = task.request_input("one", question("One?", "name", "string"));
            let two = task.request_input("two", question("Two?", "name", "string"));
            let (one, two) = tokio::try_join!(one, two)?;
            Ok(said(&format!("{one} {two}")))
        }
        "test_tool_with_task" => Ok(said(&format!("Hello, {}!", arguments["user_name"]["content"]["name"]))),
        other => Err(ErrorData::invalid_params(format!("there is no job {other}"), None).into()),
    }
}

async fn compute(arguments: &Map<String, Value>) -> CallToolResult {
    let seconds = arguments.get("seconds").and_then(Value::as_f64).unwrap_or_default();
    tokio::time::sleep(Duration::from_secs_f64(seconds)).await;
    said(&format!("It took {seconds} s."))
}

fn said(text: &str) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

/// A question to the person at the client, with one field.
fn question(message: &str, field: &str, kind: &str) -> InputRequest {
    let schema = json!({"type": "object", "properties": {field: {"type": kind}}, "required": [field]});
    let params = json!({"mode": "form", "message": message, "requestedSchema": schema});
    serde_json::from_value(json!({"method": "elicitation/create", "params": params})).expect("a question")
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        other => panic!("{other} is no object"),
    }
}
