//! The server's side of each request.
//!
//! Owns the way from a request to its tool. The tools are files of their own.

use std::sync::Arc;

use policy_core::visible::line;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CustomRequest, CustomResult, ErrorCode,
    ErrorData, Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{RoleServer, ServerHandler};

use super::call::{Call, Shared};
#[cfg(feature = "web")]
use super::web;
use super::{shell, tasks, tools};

/// The handler of requests. Copies serve the same client.
#[derive(Clone)]
pub(super) struct Server(pub(super) Arc<Shared>);

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("shellgate", env!("CARGO_PKG_VERSION")))
            .with_instructions(tools::INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let shared = Arc::clone(&self.0);
        let directories = shared.roots.so_far(&*shared.surroundings).await;
        let conditions = move || shared.surroundings.conditions(directories.first());
        let conditions = tokio::task::spawn_blocking(conditions).await;
        Ok(ListToolsResult::with_all_items(tools::list(&conditions.unwrap_or_default())))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let shared = &*self.0;
        let call = Call {
            arguments: request.arguments.unwrap_or_default(),
            responses: request.input_responses.unwrap_or_default(),
            state: request.request_state,
            context,
        };
        let done = match &*request.name {
            name if name == shared.surroundings.shell().tool() => Box::pin(shell::run(&self.0, call)).await,
            tools::CHECK => shell::check(&self.0, call).await,
            #[cfg(feature = "web")]
            name if name == tools::WEB_FETCH => Box::pin(web::fetch(&self.0, call)).await,
            #[cfg(feature = "web")]
            name if name == tools::WEB_SEARCH => Box::pin(web::search(&self.0, call)).await,
            tools::TASK_LIST => tasks::list(shared, call),
            tools::TASK_OUTPUT => tasks::output(shared, call).await,
            tools::TASK_STOP => tasks::stop(shared, call).await,
            unknown => {
                let unknown = line(unknown).into_owned();
                return Err(ErrorData::invalid_params(format!("there is no tool `{unknown}`"), None));
            }
        };
        Ok(done.unwrap_or_else(|wrong| CallToolResult::from(wrong).into()))
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        // A known method comes here when its parameters do not fit.
        const KNOWN: [&str; 4] = ["initialize", "server/discover", "tools/call", "tools/list"];
        let method = line(&request.method).into_owned();
        Err(if KNOWN.contains(&method.as_str()) {
            ErrorData::invalid_params(format!("the parameters do not fit `{method}`"), None)
        } else {
            ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("there is no method `{method}`"), None)
        })
    }

    async fn on_roots_list_changed(&self, _context: NotificationContext<RoleServer>) {
        self.0.roots.changed().await;
    }
}
